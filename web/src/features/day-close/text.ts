import type { RecordedMethod } from '@dayline/contracts/appointments';
import { defineText } from '../../ui/locale/define-text.ts';
import { counted, countText } from '../../ui/locale/words.ts';

/** The words of Day Close. */
export const dayCloseText = defineText({
  hi: async () => (await import('./text.hi.ts')).dayCloseText,
  en: {
    title: 'Day Close',
    failed: 'Failed to fetch the takings.',
    print: 'Print',
    day: 'Day',
    takings: 'Takings',
    byDesk: 'Takings by desk and method',
    takingsHint: 'What was taken and given back on this day, whenever the visit is.',
    lastAt: (at: string): string => `The last entry is of ${at}.`,
    noTakings: 'Nothing was taken or given back on this day.',
    columns: { desk: 'Desk', taken: 'Taken', corrected: 'Corrected', refunded: 'Refunded', left: 'Left' },
    methods: {
      cash: 'Cash',
      upi: 'UPI',
      card: 'Card',
      other: 'Other',
      unknown: 'Not recorded',
    } satisfies Record<RecordedMethod, string>,
    all: 'All desks',
    withoutAmount: (count: number): string =>
      `${counted(count, { one: 'payment', other: 'payments' })} without an amount`,
    unpaid: 'Open Payments',
    noneUnpaid: 'Everybody has paid.',
    noFee: 'No fee set',
    markPaid: 'Mark as Paid',
    unmarked: 'Without a Mark',
    noneUnmarked: 'Every visit is marked.',
    arrived: 'Arrived',
    markRest: (count: number): string => `Mark ${count} as Not Visited`,
    restHint: 'Patients who have arrived or are still to come are left out.',
    next: (date: string): string => `Visits on ${date}`,
    noneNext: 'Nobody is booked.',
    showAll: (count: number): string => `Show all ${countText(count)}`,
    visits: (count: number): string => counted(count, { one: 'visit', other: 'visits' }),
    from: (time: string): string => `from ${time}`,
    closing: 'Closing',
    open: 'This day is not closed yet.',
    close: 'Close the Day',
    closeAgain: 'Close Again',
    question: (date: string): string => `Close ${date}?`,
    questionHint: (amount: string): string =>
      `${amount} is left after refunds. What changes afterwards is shown beside it.`,
    isClosed: (amount: string): string => `The day is closed with ${amount}`,
    closedBy: (by: string, at: string, amount: string): string => `Closed by ${by}, ${at}: ${amount}`,
    unchanged: 'Nothing has changed since.',
    since: 'Changed since then',
    closeFailed: 'The day was not closed.',
    somebodyClosed: (by: string, at: string): string => `${by} closed it, ${at}.`,
    named: (action: string, name: string): string => `${action}: ${name}`,
  },
});
