import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { useEffect } from 'react';
import { type UseCallOptions, useCall } from '../../api/hooks.ts';
import { clockTime } from '../../format/time.ts';
import { useClinicNow } from '../../format/use-clinic-now.ts';
import { useIdentity } from '../../session/session-store.ts';
import { fullList, type LostTime, lostTimeSentence, nearestFree, timeChoices } from './times.ts';

export interface ChosenSlot {
  pocId: string;
  /** Only the times of this department's sessions. */
  departmentId?: string | undefined;
  /** The kind of visit to find capacity for; either kind if unknown. */
  visit?: VisitKind | undefined;
  /** The class of patients; absent: none. */
  patientClass?: string | undefined;
  /** '' while none is chosen; `time` likewise. */
  date: string;
  time: string;
  /** The appointment is overbooked. */
  beyond?: boolean;
}

export const useTimes = ({ pocId, date, departmentId, visit, patientClass }: ChosenSlot, options?: UseCallOptions) =>
  useCall('listTimesWithAvailability', { pocId, date, departmentId, visit, patientClass }, options);

const codes = {
  ...{ blocked: 'slot.blocked', passed: 'slot.passed', full: 'slot.full' },
  ...{
    early: 'session.not-open',
    closed: 'session.closed',
    onRequest: 'session.on-request',
    onlyFor: 'session.only-for',
  },
} as const;

/**
 * Others book and block meanwhile: the loss of a selected time is reported at once, not after the payment. While
 * `isSending` the server's answer counts; `isReady` is false while the kind of visit is being looked up.
 */
export function useLostTime(
  slot: ChosenSlot,
  { isSending, isReady }: { isSending: boolean; isReady: boolean },
  onLost: (lostTime: LostTime) => void,
) {
  const { date, time, visit, beyond = false } = slot;
  const now = useClinicNow(useIdentity().zone);
  const isChosen = isReady && date !== '' && time !== '';
  const slots = useTimes(slot, { enabled: isChosen });
  useEffect(() => {
    if (!slots.data || !isChosen || isSending) return;
    const choices = timeChoices(slots.data, date, now);
    const index = choices.findIndex((choice) => choice.time === time);
    const [chosenChoice, offeredSlot] = [choices[index], slots.data[index]];
    if (!chosenChoice || !offeredSlot || chosenChoice.state === 'free' || chosenChoice.state === 'own') return;
    if (beyond && chosenChoice.state === 'full' && offeredSlot.overbook) return;
    const list = chosenChoice.state === 'full' && !beyond ? fullList(offeredSlot, visit) : undefined;
    const full = beyond ? 'overbook.limit' : codes.full;
    const code = list ? 'session.list-full' : chosenChoice.state === 'full' ? full : codes[chosenChoice.state];
    const sentence = lostTimeSentence(code, clockTime(time), list) ?? '';
    onLost({ date, time, sentence, freeTimes: nearestFree(choices, date, time) });
  }, [slots.data, date, time, visit, beyond, isChosen, now, isSending, onLost]);
}
