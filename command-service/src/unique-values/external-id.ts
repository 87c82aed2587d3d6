import { streams } from '@dayline/contracts/events/categories';
import type { Vault } from '@dayline/vault/port';
import type { CommandHandler } from '../command-handler/command-handler.ts';
import { claim, type UniqueValue } from './unique-values.ts';

interface DoctorStates {
  readonly doctors: Pick<CommandHandler<{ readonly externalId: string | null } | null, never, never, never>, 'load'>;
}

const scopeOf = (clientId: string): string => `externalId:${clientId}`;
/** '' means no value. */
const nothing = '';

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

/** Keeps the reservation of the doctor's present external id, and frees earlier ones; repeated if it changed meanwhile. */
export async function settleExternalId(
  aggregates: DoctorStates,
  reservations: Vault['reservations'],
  { pocId, clientId }: { readonly pocId: string; readonly clientId: string },
): Promise<void> {
  const present = async () => (await aggregates.doctors.load(streams.doctor(pocId), 0)).state?.externalId ?? nothing;
  for (let externalId = await present(); ; ) {
    if (externalId !== nothing) await claim(reservations, externalIdAt(aggregates, clientId, externalId), pocId);
    await reservations.releaseOthersOf(pocId, scopeOf(clientId), externalId);
    const now = await present();
    if (now === externalId) return;
    externalId = now;
  }
}
