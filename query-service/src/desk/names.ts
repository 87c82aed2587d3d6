import type { Position } from '@dayline/contracts/ids';
import type { SessionNames } from '@dayline/http/session/sessions';
import type { ProjectionStore } from '@dayline/view-store/port';
import { deskOf } from './desk.ts';

/** The names in a session's identity, read from the views: for a process that folds no streams. */
export function namesFrom(store: ProjectionStore, start: Position): SessionNames {
  const desk = deskOf(store, start);
  return {
    async client(clientId) {
      const row = await desk.row('clients', clientId);
      return row && { name: row.name, zone: row.zone, hasBranches: row.branches.length > 0 };
    },
    async doctor(pocId) {
      const row = await desk.row('doctors', pocId);
      return row && { name: row.name };
    },
  };
}
