import type { Position } from '@dayline/contracts/ids';
import { isReminder } from '@dayline/contracts/patients/messages';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { Desk } from '../desk/desk.ts';
import { pagesOf } from '../paging/pages-of.ts';

/** Whether a reminder of an appointment was sent before its status was set. */
export type IsReminded = (row: Pick<AppointmentRow, 'key' | 'date' | 'statusAt'>) => Promise<boolean>;

interface ReminderDeps {
  readonly desk: Pick<Desk, 'page'>;
  readonly clientId: string;
  /** What was sent after it doesn't count. */
  readonly later: Position;
  readonly pauseBetween: () => Promise<void>;
}

/**
 * Reads the reminders of one date at a time. A reminder counts by its instant, so that only entries of the appointment
 * change its figures, and those of a moment are the same however late it is asked. What may have been sent doesn't count.
 */
export function remindersOf({ desk, clientId, later, pauseBetween }: ReminderDeps): IsReminded {
  /** By appointment: when its first reminder was sent. */
  const firstSent = new Map<string, string>();
  let readDate = '';

  async function read(date: string) {
    firstSent.clear();
    readDate = date;
    const query = { view: 'messages', where: { clientId, state: 'sent', date } } as const;
    for await (const rows of pagesOf((part) => desk.page({ ...query, ...part }))) {
      for (const { at, kind, appointmentId, sentAt } of rows) {
        if (at > later || sentAt === undefined || !isReminder(kind)) continue;
        const known = firstSent.get(appointmentId);
        if (known === undefined || sentAt < known) firstSent.set(appointmentId, sentAt);
      }
      await pauseBetween();
    }
  }

  return async ({ key, date, statusAt }) => {
    if (date !== readDate) await read(date);
    const sentAt = firstSent.get(key);
    return sentAt !== undefined && sentAt < statusAt;
  };
}
