import type { Position } from '@dayline/contracts/ids';
import type { ClientRow, DepartmentRow, DoctorRow } from '@dayline/contracts/views/directory';
import type { ReadStore } from '@dayline/view-store/lazy';
import { reach, rowsOf } from './reading.ts';
import { ifUnavailable } from './visit-before.ts';

export interface OrganisationRead {
  /** A client's doctors as of a position or later. @throws ViewStoreUnavailable */
  doctorsAt(clientId: string, position: Position): Promise<readonly DoctorRow[]>;
  /** Advice: a client's departments. None while the views are unavailable. */
  departments(clientId: string): Promise<readonly DepartmentRow[]>;
  /** Advice: all clients. None while the views are unavailable. */
  clients(): Promise<readonly ClientRow[]>;
}

export const organisationIn = (store: ReadStore): OrganisationRead => ({
  async doctorsAt(clientId, position) {
    await reach(store, position);
    return rowsOf(store, 'doctors', { where: { clientId } });
  },
  departments: (clientId) =>
    rowsOf(store, 'departments', { where: { clientId } }).catch((error: unknown) => ifUnavailable(error, [])),
  clients: () => rowsOf(store, 'clients', { where: {} }).catch((error: unknown) => ifUnavailable(error, [])),
});
