import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { byFold } from '@dayline/contracts/fold';
import type { ClientRow } from '@dayline/contracts/views/directory';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { clients } from '@dayline/projector/projections/desk/clients';
import { foldAll } from '@dayline/projector/projections/fold';
import type { Vault } from '@dayline/vault/port';

/** The clients that have accounts, by name, read from their accounts and streams: sign-in needs no views. */
export async function clientsWithoutViews(
  accounts: Pick<Vault['accounts'], 'clientIds'>,
  log: Pick<SealedLog, 'readStream'>,
): Promise<ResponseOf<'listClients'>> {
  const projection = { name: 'clients', version: 1, views: [clients] };
  const found: { Client_ID: string; Client_Name: string }[] = [];
  for (const clientId of await accounts.clientIds()) {
    // Cast is safe: the log refuses unknown events, and a known one was checked by its schema when it was appended.
    const events = (await log.readStream(streams.client(clientId))) as unknown as RecordedDaylineEvent[];
    const row = foldAll(projection, events).get(clients.name, clientId);
    // Cast is safe: a row of the folded view.
    if (row) found.push({ Client_ID: clientId, Client_Name: (row as ClientRow).name });
  }
  return found.sort(
    byFold(
      ({ Client_Name }) => Client_Name,
      ({ Client_ID }) => Client_ID,
    ),
  );
}
