import { isRefusal } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import type { CalendarFeeds } from '@dayline/http/session/calendar-feeds';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { DoctorCommands } from './doctor-commands.ts';

export interface CalendarFeedDeps {
  readonly calendarFeeds: Pick<CalendarFeeds, 'addressOf'>;
  /** The configured public address; null: links are relative to the page's own. */
  readonly publicUrl: string | null;
}

/** The address of a doctor's calendar feed, answered only to the command that creates it. */
export const calendarFeedCalls = (
  commands: DoctorCommands,
  { calendarFeeds, publicUrl }: CalendarFeedDeps,
): Pick<CommandHandlers, 'openCalendarFeed' | 'revokeCalendarFeed'> => ({
  async openCalendarFeed({ pocId }, by) {
    const { hash, path } = calendarFeeds.addressOf(pocId, by.commandId);
    const result = await commands.openCalendarFeed({ pocId, hash }, by);
    if (isRefusal(result)) return result;
    const { position } = result;
    const link = `${publicUrl ?? ''}${path}`;
    return { body: { success: true, message: 'Calendar feed created.', position, link }, position };
  },

  revokeCalendarFeed: async ({ pocId }, by) =>
    plainReply(await commands.revokeCalendarFeed({ pocId }, by), 'Calendar feed revoked.'),
});
