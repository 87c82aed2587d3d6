import type { Position } from '@dayline/contracts/ids';
import type { EventLog } from '@dayline/event-log/port';
import type { Displays } from '@dayline/http/session/displays';
import type { Queries } from '../queries/answer.ts';
import { boardOf } from './board.ts';

export interface DisplaysDeps {
  readonly eventLog: Pick<EventLog, 'head' | 'readAll'>;
  readonly displays: Pick<Displays, 'renewed'>;
}

/** Displays, and the contents of their screens. */
export function displayQueries({ eventLog, displays }: DisplaysDeps): Queries<'listDisplays' | 'getDisplayBoard'> {
  /** A screen that shows outdated tokens must say so. The answer is as of the first event that the views lack. */
  async function heldUntil(position: Position, now: number): Promise<number> {
    if ((await eventLog.head()) <= position) return now;
    const [missing] = await eventLog.readAll(position, 1);
    return missing ? Math.min(now, Date.parse(missing.metadata.recordedAt)) : now;
  }

  return {
    async listDisplays({ clientId }, { desk, directory }) {
      const { rows } = await desk.page({ view: 'displays', where: { clientId }, order: [{ field: 'search' }] });
      return {
        body: rows.map(({ key: displayId, name, pocIds, addedAt, linkUntil, pairedAt }) => {
          const doctors = pocIds.flatMap((pocId) => {
            const doctor = directory.doctor(pocId);
            return doctor ? [{ pocId, name: doctor.name }] : [];
          });
          return { displayId, name, doctors, addedAt, linkUntil, pairedAt };
        }),
      };
    },

    async getDisplayBoard(_request, snapshot, { caller, cookie }) {
      if (caller.kind !== 'display') throw new Error('Only a display has a board.');
      const asOf = await heldUntil(snapshot.position, snapshot.instant);
      const setCookie = displays.renewed(cookie);
      return {
        body: await boardOf(snapshot, caller, asOf),
        ...(setCookie !== null && { headers: { 'Set-Cookie': setCookie } }),
      };
    },
  };
}
