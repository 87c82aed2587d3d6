import { signInStreamOf, streams } from '@dayline/contracts/events/categories';
import type { EventLog } from '@dayline/event-log/port';
import { aliasOf } from '@dayline/runtime/ids/derived';
import type { Vault } from '@dayline/vault/port';

/** The stored events of an account's own stream, and those of its sign-ins, which its stream's name doesn't show. */
export async function trailOf(
  { log, vault }: { readonly log: Pick<EventLog, 'readAll' | 'start'>; readonly vault: Pick<Vault, 'keys'> },
  accountId: string,
) {
  const events = await log.readAll(log.start, 100_000);
  const months = new Set(
    events.flatMap(({ stream }) => {
      const found = signInStreamOf(stream);
      return found ? [streams.signInMonth(found.clientId, found.month)] : [];
    }),
  );
  const keys = await vault.keys.get([...months]);
  const isOwn = (stream: string): boolean => {
    const found = signInStreamOf(stream);
    const key = found && keys.get(streams.signInMonth(found.clientId, found.month));
    return key instanceof Uint8Array && aliasOf(key, accountId) === found?.alias;
  };
  return {
    own: events.filter(({ stream }) => stream === streams.account(accountId)),
    signIns: events.filter(({ stream }) => isOwn(stream)),
  };
}
