import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { ask } from '../../api/client.ts';

type Preview = ResponseOf<'previewLeave'>;
type Colleague = Preview['days'][number]['colleagues'][number];

/** The doctor with enough free places on every day, and the most on the first; null if nobody has. */
export function freestColleague({ days }: Preview): Colleague | null {
  const bookedDays = days.filter(({ bookings }) => bookings.length > 0);
  const freeOn = (day: Preview['days'][number], id: string) =>
    day.colleagues.find(({ pocId }) => pocId === id)?.free ?? 0;
  const fitting = (bookedDays[0]?.colleagues ?? []).filter(({ pocId }) =>
    bookedDays.every((day) => freeOn(day, pocId) >= day.bookings.length),
  );
  const [best] = fitting;
  return best ? { ...best, free: bookedDays.reduce((sum, day) => sum + freeOn(day, best.pocId), 0) } : null;
}

/**
 * The rows of a leave of these days that moves everybody to one colleague; who finds no place is kept. Null if anybody's
 * fee differs there: then the desk decides first, in the plan.
 */
export async function movesTo(
  days: Pick<RequestOf<'previewLeave'>, 'pocId' | 'from' | 'to'>,
  colleague: string,
): Promise<RequestOf<'startLeave'>['rows'] | null> {
  const { body } = await ask('previewLeave', { ...days, colleague });
  const bookings = body.days.flatMap((day) => day.bookings);
  if (bookings.some(({ fees }) => fees && fees.colleague !== null && fees.colleague !== fees.due)) return null;
  return bookings.map(({ appointmentId, colleague: place }) =>
    place === null
      ? { appointmentId, action: 'keep', to: null }
      : { appointmentId, action: 'move', to: { pocId: place.pocId, date: place.date, time: place.time } },
  );
}
