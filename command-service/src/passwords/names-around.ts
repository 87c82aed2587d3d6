import { streams } from '@dayline/contracts/events/categories';
import type { Account } from '@dayline/vault/port';
import type { ClientAggregate } from '../client/client-commands.ts';

/** Names that an account's password must not consist of. */
export type NamesAround = (account: Pick<Account, 'name' | 'email' | 'clientId'>) => Promise<readonly string[]>;

export const namesAround =
  ({ clients }: ClientAggregate): NamesAround =>
  async ({ name, email, clientId }) => {
    const { state } = await clients.load(streams.client(clientId));
    const ofClient = state ? [state.name, state.zone, ...state.branches.map((branch) => branch.name ?? '')] : [];
    return [name, email, ...ofClient];
  };
