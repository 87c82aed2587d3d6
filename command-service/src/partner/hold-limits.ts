import { type Refusal, refuse } from '@dayline/contracts/errors';
import { holdMs } from '@dayline/contracts/partner/holds';
import { type Vault, VaultUnavailable } from '@dayline/vault/port';
import type { CommandContext } from '../command-handler/command-context.ts';

/** Of these, the last is the time of the hold: reservations end with it. */
const endedMs = holdMs - 1;

/**
 * At most one hold for a phone number of a client, and so many for a key, in every process: reservations of the vault,
 * which end with the hold. Those of a key are numbered from 0.
 */
export function holdLimits(reservations: Vault['reservations'], maxHolds: number) {
  async function isReserved(scope: string, values: readonly string[], holdId: string): Promise<boolean> {
    await reservations.prune(scope, endedMs);
    for (const value of values) {
      if ((await reservations.reserve(scope, value, holdId)).isMine) return true;
    }
    return false;
  }

  /** Each id begins elsewhere, the same for each retry. */
  function numbersFor(holdId: string): string[] {
    const first = [...holdId.slice(-8)].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0);
    return Array.from({ length: maxHolds }, (_, index) => String((first + index) % maxHolds));
  }

  async function end(holdId: string): Promise<void> {
    await reservations.releaseAllOf(holdId).catch((error: unknown) => {
      // They end by themselves.
      if (!(error instanceof VaultUnavailable)) throw error;
    });
  }

  return {
    /** The refusal of a hold beyond the limits; null if it counts from now on. */
    async reserve(
      holdId: string,
      { phone, by }: { readonly phone: string; readonly by: Pick<CommandContext, 'actor' | 'clientId'> },
    ): Promise<Refusal | null> {
      if (!(await isReserved(`holdOfPhone-${by.clientId}`, [phone], holdId))) return refuse('hold.phone');
      if (await isReserved(`holdOfKey-${by.actor.id}`, numbersFor(holdId), holdId)) return null;
      await end(holdId);
      return refuse('hold.limit');
    },
    /** Lets others hold. */
    end,
  };
}
