import { streams } from '@dayline/contracts/ids';
import type { Directory } from '@dayline/platform/session/sessions';
import type { Kernels } from './kernels.ts';

/** The names that a session's identity shows, from the streams themselves. */
export const createDirectory = (kernels: Kernels): Directory => ({
  async client(clientId) {
    const { state } = await kernels.clients.load(streams.client(clientId));
    return state && { name: state.name, zone: state.zone };
  },
  async doctor(pocId) {
    const { state } = await kernels.doctors.load(streams.doctor(pocId));
    return state && { name: state.name };
  },
});
