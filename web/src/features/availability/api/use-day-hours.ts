import { hoursOn, type Interval } from '@dayline/contracts/clinic/schedule';
import { weekOn } from '@dayline/contracts/clinic/weeks';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import type { FieldError } from '@dayline/contracts/fields/field-errors';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { CallError, failureText } from '../../../shared/api/call-error.ts';
import { type Answer, call, newIntentKey } from '../../../shared/api/client.ts';
import { keyOf, useCall } from '../../../shared/api/hooks.ts';
import { shortWeekdayAndDate } from '../../../shared/format/time.ts';
import type { Places } from '../../../shared/hours/hours-words.ts';
import type { ListQuery } from '../../../ui/feedback/list-state.tsx';
import type { Booking } from '../rules.ts';
import { availabilityText as text } from '../text.ts';
import { refreshDoctor } from './refresh.ts';

export interface HoursOfDate {
  /** The date's own hours; null if the weekly hours apply. */
  own: { intervals: readonly Interval[]; reason: string | null } | null;
  ofWeek: readonly Interval[];
  /** The first of the weekly hours, for a date without any; undefined without weekly hours. */
  usual: Interval | undefined;
  /** The hospital day, if there is one. */
  hospital: ResponseOf<'listClosures'>[number] | undefined;
  places: Places | undefined;
}

/** A date's hours, and what the hospital's calendar says about it. */
export function useHoursOf(pocId: string, date: string): ListQuery<HoursOfDate> {
  const own = useCall('listDayHours', { pocId });
  const weeks = useCall('listWeeks', { pocId });
  const closures = useCall('listClosures', { pocId });
  const all = [own, weeks, closures];
  const isLoaded = own.data && weeks.data && closures.data;
  const week = weekOf(weeks.data?.weeks ?? [], date);
  return {
    data: isLoaded && {
      own: own.data.find((dayHours) => dayHours.date === date) ?? null,
      ofWeek: hoursOn(week, date),
      usual: week[0]?.timeIntervals[0],
      places: weeks.data.places,
      hospital: closures.data.find((closure) => closure.date === date),
    },
    error: all.find(({ error, data }) => error && !data)?.error ?? null,
    isPending: !isLoaded,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}

const weekOf = (weeks: ResponseOf<'listWeeks'>['weeks'], date: string) =>
  weekOn({ revision: 0, weeks: weeks.map((week) => ({ ...week, revision: 0 })) }, date)?.week ?? [];

export type SeenHours = Interval[] | null;

export interface HoursReply {
  message: string;
  /** The bookings outside the hours, which stay. */
  keptBookings: readonly Booking[];
}

interface Failure {
  message: string;
  isBlocked: boolean;
  /** Somebody else has changed the hours since they were read. */
  isChanged: boolean;
  /** Refused fields of the hours sent. */
  fields: readonly FieldError[];
  sent: readonly Interval[];
}

/** Sets and clears the hours of a date. A retry of the same hours is the same intent, so it keeps its key. */
export function useDayHours(pocId: string, date: string, onDone: (reply: HoursReply) => void) {
  const client = useQueryClient();
  const [intent, setIntent] = useState({ of: '', key: '' });
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  /** @param seenHours the date's own hours as they were read; null if there were none */
  const send = async (hours: { intervals: Interval[]; reason: string } | null, seenHours: SeenHours) => {
    const fingerprint = JSON.stringify([hours, seenHours]);
    const key = intent.of === fingerprint ? intent.key : newIntentKey();
    setIntent({ of: fingerprint, key });
    setFailure(undefined);
    setSending(true);
    try {
      const reply = await (hours
        ? call('setDayHours', { pocId, date, ...hours, seen: seenHours }, { key })
        : call('clearDayHours', { pocId, date, seen: seenHours }, { key }));
      setIntent({ of: '', key: '' });
      const { message, appointments, position } = reply;
      // Somebody quick changes them again before they were read anew; the server compares with what the page shows.
      client.setQueryData<Answer<ResponseOf<'listDayHours'>>>(
        keyOf('listDayHours', { pocId }),
        (answer) =>
          answer && {
            ...answer,
            position: position ?? answer.position,
            body: [...answer.body.filter((own) => own.date !== date), ...(hours ? [{ date, ...hours }] : [])],
          },
      );
      const keptBookings = appointments.map((appointment) => ({ ...appointment, date }));
      showDone(reply, {
        message,
        detail: shortWeekdayAndDate(date) + (keptBookings.length > 0 ? ` · ${text.keep(keptBookings.length)}` : ''),
      });
      onDone({ message, keptBookings });
    } catch (error) {
      const code = error instanceof CallError ? error.code : undefined;
      const fields = error instanceof CallError ? (error.details.fields ?? []) : [];
      setFailure({
        message: failureText(error, text.updateFailed),
        isBlocked: code === 'day.blocked',
        isChanged: code === 'schedule.changed',
        fields,
        sent: hours?.intervals ?? [],
      });
    }
    setSending(false);
    refreshDoctor(client, pocId);
  };
  return { send, isSending, failure, dropFailure: () => setFailure(undefined) };
}
