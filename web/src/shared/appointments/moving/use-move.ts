import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { usePagedCall } from '../../api/hooks.ts';
import { clockTime } from '../../format/time.ts';
import { useClinicNow } from '../../format/use-clinic-now.ts';
import { useKeptDraft } from '../../session/kept-draft.ts';
import { useIdentity } from '../../session/session-store.ts';
import { reasonOf } from '../marking/rules.ts';
import { markingText } from '../marking/text.ts';
import type { AppointmentCommands } from '../marking/use-appointment-commands.ts';
import { type LostTime, lostTimeSentence, nearestFree, type Time, timeChoices } from '../slot-picker/times.ts';
import { useLostTime, useTimes } from '../slot-picker/use-lost-time.ts';
import type { Movable } from './movable.ts';

/** A slot rarely has more visits. */
const mostVisits = 100;
/** Free times that are offered first. */
const nearestCount = 4;

/** The visit as the server has it now, if it is among those read; `isGone`: it no longer has this time. */
function useVisitNow({ AppointmentId, pocId, AppointmentDate: date, AppointmentTime: time }: Movable) {
  const { clientId } = useIdentity();
  const paging = { page: 1, pageSize: mostVisits };
  const { data } = usePagedCall('listAppointmentDetailsOfClient', { clientId, pocId, date, time }, paging);
  const row = data?.body.find((one) => one.AppointmentId === AppointmentId);
  return { row, isGone: data !== undefined && !row && data.total <= data.body.length };
}

/** What somebody else did to the visit meanwhile, as a sentence. */
function changeOf({ row, isGone }: ReturnType<typeof useVisitNow>): string | undefined {
  if (isGone) return markingText.changedMeanwhile;
  if (row === undefined || row.Status === 'Confirmed') return undefined;
  return `${markingText.changedMeanwhile} ${markingText.itIsNow(row.Status)}`;
}

/** The visit's own time, if its place becomes free for others. */
function freedPlace(times: readonly Time[], { AppointmentDate, AppointmentTime }: Movable, now: ClinicTime) {
  const own = times.find(({ appointment_time: time }) => time === AppointmentTime);
  const [choice] = own ? timeChoices([own], AppointmentDate, now) : [];
  return choice?.state === 'free' || choice?.state === 'full' ? own : undefined;
}

/** A move that is being chosen: the free times, the choice and its reason, and why it was refused. */
export function useMove(visit: Movable, commands: AppointmentCommands, onClose: () => void) {
  const { AppointmentId, pocId, AppointmentDate: date, AppointmentTime: from } = visit;
  const [draft, keepDraft] = useKeptDraft(`move of ${AppointmentId}`, { time: '', reason: '' });
  const [lost, setLost] = useState<LostTime | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setSending] = useState(false);
  const slot = { pocId, date, time: draft.time };
  const { data: times = [] } = useTimes(slot);
  const now = useClinicNow(useIdentity().zone);
  const choices = timeChoices(times, date, now, from);
  const visitNow = useVisitNow(visit);

  // Closed while it is sent, a refusal is told by a toast.
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const lose = (found: LostTime) => {
    const freeTimes = found.freeTimes.filter(({ time }) => time !== from);
    const { date: lostDate, time } = found;
    setLost({ ...found, freeTimes: freeTimes.length > 0 ? freeTimes : nearestFree(choices, lostDate, time) });
    keepDraft({ ...draft, time: '' });
  };
  useLostTime(slot, { isSending, isReady: true }, lose);

  const refused = (error: unknown, time: string): boolean => {
    if (!isOpen.current) return false;
    const { visit: other, list, freeTimes = [] } = error instanceof CallError ? error.details : {};
    const sentence =
      error instanceof CallError ? lostTimeSentence(error.code, clockTime(other?.time ?? time), list) : undefined;
    if (sentence === undefined) {
      const reason = reasonOf(error);
      setRefusal(reason === undefined ? markingText.moveFailed : `${markingText.moveFailed}. ${reason}`);
    } else lose({ date, time, sentence, appointmentId: other?.appointmentId, freeTimes });
    return true;
  };
  const send = async (time: string) => {
    if (isSending || time === '') return;
    setSending(true);
    setRefusal(undefined);
    const session = times.find((one) => one.appointment_time === time)?.session;
    const reason = draft.reason.trim();
    const isMoved = await commands.move(visit, { time, session, reason }, (error) => refused(error, time));
    setSending(false);
    if (isMoved && isOpen.current) onClose();
  };

  return {
    ...draft,
    slot,
    times,
    nearest: nearestFree(choices, date, from)
      .slice(0, nearestCount)
      .flatMap(({ time }) => choices.find((choice) => choice.time === time) ?? [])
      .sort((a, b) => a.time.localeCompare(b.time)),
    freed: freedPlace(times, visit, now),
    payment: visitNow.row?.Payment_Status,
    lost,
    isSending,
    change: isSending ? undefined : changeOf(visitNow),
    refusal,
    choose: (time: string) => {
      setLost(null);
      setRefusal(undefined);
      keepDraft({ ...draft, time });
    },
    say: (reason: string) => keepDraft({ ...draft, reason }),
    send,
  };
}
