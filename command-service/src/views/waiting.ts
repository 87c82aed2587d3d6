import type { Position } from '@dayline/contracts/ids';
import type { WaitingRow } from '@dayline/contracts/views/waiting-fold';
import type { ReadStore } from '@dayline/view-store/lazy';
import { reach, rowsOf } from './reading.ts';

/** The entries of the waiting list as of a position or later. @throws ViewStoreUnavailable */
export interface WaitingRead {
  /** Those of a client who wait for days up to this date or a later one, in the order in which they joined. */
  at(clientId: string, position: Position, from?: string): Promise<readonly WaitingRow[]>;
  /** Those of a patient's record. */
  ofPatient(patientId: string, position: Position): Promise<readonly WaitingRow[]>;
}

export const waitingIn = (store: ReadStore): WaitingRead => ({
  async at(clientId, position, from = '') {
    await reach(store, position);
    const order = [{ field: 'joined' }, { field: 'key' }];
    return rowsOf(store, 'waiting', { where: { clientId, state: 'waiting' }, range: { field: 'to', from }, order });
  },
  async ofPatient(patientId, position) {
    await reach(store, position);
    return rowsOf(store, 'waiting', { where: { patientId } });
  },
});
