import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { useEffect } from 'react';
import { serverNow } from '../../../shared/clock.ts';
import { clockTime } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { lostTimeSentence } from '../rules.ts';
import { nearestFree, timeChoices } from '../times.ts';
import { useTimes } from './queries.ts';
import type { Booking } from './use-booking.ts';

/** Others book and block meanwhile: a selected time that is lost is reported at once, not after the payment. */
export function useLostTime({ draft, busy, noteLost }: Booking): void {
  const { pocId, date, time } = draft.fields;
  const { zone } = useIdentity();
  const isChosen = date !== '' && time !== '';
  const slots = useTimes(pocId, date, { enabled: isChosen });
  useEffect(() => {
    if (!slots.data || !isChosen || busy) return;
    const choices = timeChoices(slots.data, date, clinicNow(serverNow(), zone));
    const chosen = choices.find((choice) => choice.time === time);
    if (!chosen || chosen.state === 'free') return;
    const code = chosen.state === 'blocked' ? 'slot.blocked' : chosen.state === 'passed' ? 'slot.passed' : 'slot.full';
    noteLost({
      date,
      time,
      sentence: lostTimeSentence(code, clockTime(time)) ?? '',
      freeTimes: nearestFree(choices, date, time),
    });
  }, [slots.data, date, time, isChosen, zone, busy, noteLost]);
}
