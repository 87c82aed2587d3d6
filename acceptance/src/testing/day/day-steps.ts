import type { Week } from '@dayline/contracts/clinic/schedule';
import { everyDay, hours } from '../started-clinic.ts';

/** On the second date the clocks skip 2:00 to 3:00 AM, within the hours. */
export const nights = [
  {
    zone: 'Asia/Kolkata',
    date: '2026-11-21',
    open: 9,
    begins: '2026-11-21T08:45:00+05:30',
    skips: (_: string): boolean => false,
  },
  {
    zone: 'America/New_York',
    date: '2026-03-08',
    open: 1,
    begins: '2026-03-08T00:45:00-05:00',
    skips: (time: string): boolean => '02:00' <= time && time < '03:00',
  },
] as const;
export type Night = (typeof nights)[number];

export interface Hours {
  readonly capacity: number;
  readonly minutes: number;
  /** Offset in minutes from the full hour. */
  readonly shift: number;
  readonly later: boolean;
  readonly isOff: boolean;
}
export type Step =
  | { readonly ask: 'book'; readonly time: number; readonly patient: number }
  | { readonly ask: 'block' | 'unblock'; readonly time: number }
  | { readonly ask: 'blockDay' | 'unblockDay' | 'blockEach' }
  | { readonly ask: 'cancel' | 'undo' | 'restore'; readonly index: number }
  | ({ readonly ask: 'schedule' } & Hours)
  | { readonly ask: 'wait'; readonly minutes: number };
export const weekOf = (open: number, { capacity, minutes, shift, later, isOff }: Hours): Week => {
  const at = (hour: number, minute: number) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const main = hours(at(open, shift), at(open + 2, shift), capacity, minutes);
  return isOff ? [] : everyDay(main, ...(later ? [hours('15:00', '15:50', capacity, 25)] : []));
};
export const firstHours: Hours = { capacity: 2, minutes: 30, shift: 0, later: true, isOff: false };
