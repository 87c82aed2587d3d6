import type { Position } from '@dayline/contracts/ids';
import type { Directory } from '@dayline/platform/session/sessions';
import type { ProjectionStore } from '@dayline/platform/view-store/port';
import { deskOf } from './desk.ts';

/** The names that a session's identity shows, from the views: for a process that folds no streams. */
export function namesFrom(store: ProjectionStore, start: Position): Directory {
  const desk = deskOf(store, start);
  return {
    async client(clientId) {
      const row = await desk.row('clients', clientId);
      return row && { name: row.name, zone: row.zone };
    },
    async doctor(pocId) {
      const row = await desk.row('doctors', pocId);
      return row && { name: row.name };
    },
  };
}
