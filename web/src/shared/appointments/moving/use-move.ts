import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { FailureDetails } from '@dayline/contracts/errors';
import type { Difference } from '@dayline/contracts/fields/visit-money';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { useCall, usePagedCall } from '../../api/hooks.ts';
import { clockTime, shortWeekdayAndDate } from '../../format/time.ts';
import { useClinicNow } from '../../format/use-clinic-now.ts';
import { useKeptDraft } from '../../session/kept-draft.ts';
import { useIdentity } from '../../session/session-store.ts';
import { changedTo, reasonOf } from '../marking/rules.ts';
import { markingText } from '../marking/text.ts';
import type { AppointmentCommands } from '../marking/use-appointment-commands.ts';
import { type PaidOrNot, partPaidWords } from '../payment/what-is-paid.ts';
import {
  dateChoices,
  type FreeTime,
  isBookable,
  type LostTime,
  lostTimeSentence,
  nearestFree,
  type Time,
  timeChoices,
} from '../slot-picker/times.ts';
import { useLostTime, useTimes } from '../slot-picker/use-lost-time.ts';
import type { TimeChoice } from '../time-slot-grid.tsx';
import { maxVisitsOfTime, type VisitRow } from '../visit/visit-row.ts';
import { movingText } from './text.ts';

type FreeDate = Pick<FreeTime, 'date' | 'time'>;

/** The visit's payment status, and a partial payment. */
const paymentNow = (row: PaidOrNot | undefined) => ({
  payment: row?.Payment_Status,
  partPaid: row && partPaidWords(row),
});

/** The message for a visit that somebody else has moved meanwhile. */
const movedSentence = ({ date, time, by }: NonNullable<FailureDetails['moved']>): string =>
  movingText.movedBy(by, `${shortWeekdayAndDate(date)}, ${clockTime(time)}`);

/** Number of free times offered first. */
const nearestCount = 4;

/** The visit's current row on the server, if it is among those read; `isGone`: it no longer has this time. */
function useVisitNow({ AppointmentId, POC_ID: pocId, AppointmentDate: date, AppointmentTime: time }: VisitRow) {
  const { clientId } = useIdentity();
  const paging = { page: 1, pageSize: maxVisitsOfTime };
  const { data } = usePagedCall('listAppointmentDetailsOfClient', { clientId, pocId, date, time }, paging);
  const row = data?.body.find((found) => found.AppointmentId === AppointmentId);
  return { row, isGone: data !== undefined && !row && data.total <= data.body.length };
}

/** What another user did to the visit meanwhile, as a sentence. */
function changeOf({ row, isGone }: ReturnType<typeof useVisitNow>): string | undefined {
  if (isGone) return markingText.changedMeanwhile;
  if (row === undefined || row.Status === 'Confirmed') return undefined;
  return changedTo(row.Status);
}

/** The visit's own time, if a move would free it for others. */
function freedPlace(times: readonly Time[], { AppointmentDate, AppointmentTime }: VisitRow, now: ClinicTime) {
  const own = times.find(({ appointment_time: time }) => time === AppointmentTime);
  const [choice] = own ? timeChoices([own], AppointmentDate, now) : [];
  return choice?.state === 'free' || choice?.state === 'full' ? own : undefined;
}

/**
 * The free times nearest to the visit's on its day, then at least one on the doctor's next free day; undefined until
 * all are read.
 */
function useNearest(visit: VisitRow, own: readonly TimeChoice[], now: ClinicTime): TimeChoice[] | undefined {
  const { POC_ID: pocId, AppointmentDate: date, AppointmentTime: from, patientClass } = visit;
  const { data: days = [], isPending } = useCall('listDatesWithAvailability', { pocId, patientClass });
  const next = dateChoices(days).find((day) => day.date > date && isBookable(day))?.date ?? '';
  const { data: nextTimes = [], isPending: areTimes } = useTimes(
    { pocId, date: next, time: '', patientClass },
    { enabled: next !== '' },
  );
  // Both appear at once, so that nothing moves under the pointer.
  if (isPending || (next !== '' && areTimes)) return undefined;
  const later = timeChoices(nextTimes, next, now).flatMap((choice) =>
    choice.state === 'free' ? [{ ...choice, date: next }] : [],
  );
  const near = nearestFree(own, date, from)
    .slice(0, nearestCount - Math.min(1, later.length))
    .flatMap(({ time }) => own.find((choice) => choice.time === time) ?? [])
    .sort((a, b) => a.time.localeCompare(b.time));
  return [...near, ...later.slice(0, nearestCount - near.length)];
}

/** Where a visit is moved to; the doctor's id is '' while another doctor is being chosen. */
export interface MovePlace {
  pocId: string;
  doctor: string;
  date: string;
  time: string;
}

interface MoveDraft extends MovePlace {
  reason: string;
  /** How the difference to the previous fee is settled. */
  difference?: Difference | undefined;
}

/** The visit's fee at the chosen place, once one is chosen. */
const useFeeOfMove = ({ AppointmentId }: VisitRow, { pocId, date, time }: Omit<MovePlace, 'doctor'>) =>
  useCall(
    'getFeeOfMove',
    { appointmentId: AppointmentId, pocId, date, time },
    { enabled: pocId !== '' && date !== '' && time !== '' },
  ).data;

const isFeeChange = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'fee.changed' || error.code === 'fee.undecided');

/** The agreed fee and difference, sent with the call. */
const agreedOn = (fee: ReturnType<typeof useFeeOfMove>, difference: Difference | undefined) =>
  fee ? { fee: fee.after, difference: fee.asks ? difference : undefined } : {};

/** A move being chosen: the free times, the choice and its reason, and why it was refused. */
export function useMove(visit: VisitRow, commands: AppointmentCommands, onClose: () => void) {
  const { AppointmentId, AppointmentDate, AppointmentTime: from } = visit;
  const here: MovePlace = { pocId: visit.POC_ID, doctor: visit.POC_Name, date: AppointmentDate, time: '' };
  const first: MoveDraft = { ...here, reason: '' };
  const [draft, keepDraft] = useKeptDraft(`move of ${AppointmentId}`, first);
  const { pocId, date } = draft;
  const [lostTime, setLostTime] = useState<LostTime | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setSending] = useState(false);
  const queryClient = useQueryClient();
  const slot = { pocId, date, time: draft.time, patientClass: visit.patientClass };
  const isSameDay = pocId === visit.POC_ID && date === AppointmentDate;
  const { data: times = [] } = useTimes(slot, { enabled: pocId !== '' && date !== '' });
  const { data: ownTimes = [] } = useTimes({ ...slot, pocId: visit.POC_ID, date: AppointmentDate });
  const now = useClinicNow(useIdentity().zone);
  const choices = timeChoices(times, date, now, isSameDay ? from : undefined);
  const nearest = useNearest(visit, timeChoices(ownTimes, AppointmentDate, now, from), now);
  const visitNow = useVisitNow(visit);
  const fee = useFeeOfMove(visit, draft);

  // If the dialog is closed while the move is sent, a refusal is shown as a toast.
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const lose = (found: LostTime) => {
    const isOwn = (place: FreeTime) => pocId === visit.POC_ID && place.date === AppointmentDate && place.time === from;
    const freeTimes = found.freeTimes.filter((freeTime) => !isOwn(freeTime));
    const { date: lostDate, time } = found;
    setLostTime({ ...found, freeTimes: freeTimes.length > 0 ? freeTimes : nearestFree(choices, lostDate, time) });
    keepDraft({ ...draft, time: '' });
  };
  useLostTime(slot, { isSending, isReady: true }, lose);

  const handleRefusal = (error: unknown, { date, time }: FreeDate): boolean => {
    if (!isOpen.current) return false;
    const { visit: lostVisit, moved, list, freeTimes = [] } = error instanceof CallError ? error.details : {};
    const sentence =
      error instanceof CallError ? lostTimeSentence(error.code, clockTime(lostVisit?.time ?? time), list) : undefined;
    if (isFeeChange(error)) {
      // The question is shown for the attempted place.
      keepDraft({ ...draft, date, time, difference: undefined });
      void queryClient.invalidateQueries({ queryKey: ['getFeeOfMove'] });
    }
    if (sentence === undefined) {
      const reason = moved ? movedSentence(moved) : reasonOf(error);
      setRefusal(reason === undefined ? markingText.moveFailed : `${markingText.moveFailed}. ${reason}`);
    } else lose({ date, time, sentence, appointmentId: lostVisit?.appointmentId, freeTimes });
    return true;
  };
  const send = async ({ date, time }: FreeDate = draft) => {
    if (isSending || time === '') return;
    setSending(true);
    setRefusal(undefined);
    const session = times.find((slot) => slot.appointment_time === time)?.session;
    const doctor = pocId === visit.POC_ID ? undefined : draft.doctor;
    const isHere = pocId === visit.POC_ID && date === AppointmentDate;
    const agreement = date === draft.date && time === draft.time ? agreedOn(fee, draft.difference) : {};
    const target = { time, session, elsewhere: isHere ? undefined : { pocId, date, doctor }, ...agreement };
    const reason = draft.reason.trim();
    const isMoved = await commands.move(visit, { ...target, reason }, (error) => handleRefusal(error, { date, time }));
    setSending(false);
    if (isMoved && isOpen.current) onClose();
  };

  return {
    ...draft,
    slot,
    times,
    isSameDay,
    nearest: (pocId === visit.POC_ID && nearest) || [],
    areTimesRead: nearest !== undefined,
    freed: freedPlace(ownTimes, visit, now),
    ...paymentNow(visitNow.row),
    fee: fee && fee.after !== fee.before ? fee : undefined,
    lost: lostTime,
    isSending,
    change: isSending ? undefined : changeOf(visitNow),
    refusal,
    choose: (place: Partial<MovePlace>) => {
      setLostTime(null);
      setRefusal(undefined);
      keepDraft({ ...draft, difference: undefined, ...place });
    },
    /** Back to the visit's own doctor and day, or to choosing another doctor. */
    setMonthIndex: (calendar: 'own' | 'other') => {
      setLostTime(null);
      setRefusal(undefined);
      keepDraft({ ...draft, ...here, ...(calendar === 'other' && { pocId: '', doctor: '', date: '' }) });
    },
    setReason: (reason: string) => keepDraft({ ...draft, reason }),
    agree: (difference: Difference) => keepDraft({ ...draft, difference }),
    send,
  };
}
