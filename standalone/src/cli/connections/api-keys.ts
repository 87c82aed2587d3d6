import type { ApiKeyRow } from '@dayline/contracts/views/directory';
import type { Command } from 'commander';
import { CliFailure, granted } from '../terminal/failure.ts';
import { byOption } from '../terminal/operator.ts';
import { say } from '../terminal/output.ts';
import { clientNamed } from '../view-reader.ts';
import { atWork } from '../workplace.ts';

function stateOf({ until, revokedAt }: ApiKeyRow): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  const date = until.slice(0, 10);
  return Date.parse(until) <= Date.now() ? `expired ${date}` : `expires ${date}`;
}

/** API keys are issued on the page alone, where an administrator proves who it is. */
export function apiKeyCommands(keys: Command): void {
  keys
    .command('list')
    .description("list a client's API keys, with what they may do; never the keys themselves")
    .requiredOption('--client <client>', "the client's name or id")
    .action((options: { client: string }) =>
      atWork(async ({ desk }) => {
        const reader = await desk();
        const { key: clientId } = await clientNamed(reader, options.client);
        const rows = await reader.rows('apiKeys', { clientId });
        if (rows.length === 0) say('There are no API keys.');
        for (const row of rows.toSorted((one, other) => one.search.localeCompare(other.search))) {
          say(`${row.key}  ${stateOf(row)}  ${row.name}  ${row.scopes.join(' ')}`);
        }
      }),
    );
  keys
    .command('revoke')
    .description('revoke an API key in an emergency: its next call is refused')
    .argument('<key>', 'its id, from "keys list", or the key itself')
    .addOption(byOption())
    .action((key: string, { by: operator }: { by: string }) =>
      atWork(async ({ commands, by, desk }) => {
        const apiKeyId = /^dl_([^_]+)_/.exec(key)?.[1] ?? key;
        const row = (await (await desk()).rows('apiKeys')).find((apiKey) => apiKey.key === apiKeyId);
        if (!row) throw new CliFailure('There is no such API key. "keys list" names them.');
        granted(await commands.revokeApiKey({ apiKeyId }, by(row.clientId, operator)));
        say(`${row.name} is revoked.`);
      }),
    );
}
