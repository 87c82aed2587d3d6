import { streams } from '@dayline/contracts/events/categories';
import type { CommandHandler } from '../command-handler/command-handler.ts';
import { type Reserving, settle, type UniqueValue } from './unique-values.ts';

interface DoctorStates {
  readonly doctors: Pick<CommandHandler<{ readonly externalId: string | null } | null, never, never, never>, 'load'>;
}

const scopeOf = (clientId: string): string => `externalId:${clientId}`;

/** A doctor's id in the hospital's other systems, unique at the client. */
export const externalIdAt = ({ doctors }: DoctorStates, clientId: string, externalId: string): UniqueValue => ({
  scope: scopeOf(clientId),
  value: externalId,
  async holderOf(pocId) {
    const { state } = await doctors.load(streams.doctor(pocId), 0);
    if (!state) return 'notBegun';
    // A correction may be about to set this value.
    return state.externalId === externalId ? 'holds' : 'mayHold';
  },
});

/** Keeps the reservation of the doctor's present external id, and frees earlier ones. */
export const settleExternalId = (
  { aggregates, vault: { reservations } }: Reserving<DoctorStates>,
  { pocId, clientId }: { readonly pocId: string; readonly clientId: string },
): Promise<void> =>
  settle(reservations, { id: pocId, scope: scopeOf(clientId) }, async () => {
    const { state } = await aggregates.doctors.load(streams.doctor(pocId), 0);
    return state?.externalId ? externalIdAt(aggregates, clientId, state.externalId) : null;
  });
