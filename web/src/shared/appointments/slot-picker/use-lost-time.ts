import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { useEffect } from 'react';
import { type UseCallOptions, useCall } from '../../api/hooks.ts';
import { serverNow } from '../../clock.ts';
import { clockTime } from '../../format/time.ts';
import { useIdentity } from '../../session/session-store.ts';
import { type LostTime, lostTimeSentence, nearestFree, timeChoices } from './times.ts';

export const useTimes = (pocId: string, date: string, options?: UseCallOptions) =>
  useCall('listTimesWithAvailability', { pocId, date }, options);

export interface ChosenSlot {
  pocId: string;
  /** '' while none is chosen, as the time. */
  date: string;
  time: string;
}

/**
 * Others book and block meanwhile: a selected time that is lost is reported at once, not after the payment. While
 * `isSending` the server's answer counts.
 */
export function useLostTime({ pocId, date, time }: ChosenSlot, isSending: boolean, onLost: (lost: LostTime) => void) {
  const { zone } = useIdentity();
  const isChosen = date !== '' && time !== '';
  const slots = useTimes(pocId, date, { enabled: isChosen });
  useEffect(() => {
    if (!slots.data || !isChosen || isSending) return;
    const choices = timeChoices(slots.data, date, clinicNow(serverNow(), zone));
    const chosen = choices.find((choice) => choice.time === time);
    if (!chosen || chosen.state === 'free') return;
    const code = chosen.state === 'blocked' ? 'slot.blocked' : chosen.state === 'passed' ? 'slot.passed' : 'slot.full';
    const sentence = lostTimeSentence(code, clockTime(time)) ?? '';
    onLost({ date, time, sentence, freeTimes: nearestFree(choices, date, time) });
  }, [slots.data, date, time, isChosen, zone, isSending, onLost]);
}
