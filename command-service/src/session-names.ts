import { streams } from '@dayline/contracts/events/categories';
import type { SessionNames } from '@dayline/http/session/sessions';
import type { ClientAggregate } from './client/client-commands.ts';
import type { DoctorAggregate } from './doctor/doctor-commands.ts';

/** The names shown in a session's identity, from the streams. */
export const sessionNames = (aggregates: ClientAggregate & DoctorAggregate): SessionNames => ({
  async client(clientId) {
    const { state } = await aggregates.clients.load(streams.client(clientId));
    return state && { name: state.name, zone: state.zone, hasBranches: state.branches.length > 0 };
  },
  async doctor(pocId) {
    const { state } = await aggregates.doctors.load(streams.doctor(pocId));
    return state && { name: state.name };
  },
});
