import { instantSchema, positionSchema } from '@dayline/contracts/ids';
import type { Command } from 'commander';
import { CliFailure, granted } from '../terminal/failure.ts';
import { byOption } from '../terminal/operator.ts';
import { say } from '../terminal/output.ts';
import { clientNamed } from '../view-reader.ts';
import { atWork } from '../workplace.ts';

interface Options {
  readonly client: string;
  readonly after?: string;
  readonly since?: string;
  readonly by: string;
}

/** Webhooks are added on the page alone, where an administrator proves who it is. */
export function webhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('what other systems are sent');
  webhooks
    .command('replay')
    .description('send a webhook events once more, under the same ids, and enable it')
    .argument('<webhook>', 'its id')
    .requiredOption('--client <client>', "the client's name or id")
    .option('--after <position>', 'the position behind which the events begin')
    .option('--since <instant>', 'the instant from which on they were recorded, in UTC')
    .addOption(byOption())
    .action((webhookId: string, { client, after, since, by: operator }: Options) =>
      atWork(async ({ commands, by, desk }) => {
        if ((after === undefined) === (since === undefined)) throw new CliFailure('Give either --after or --since.');
        if (after !== undefined && !positionSchema.safeParse(after).success)
          throw new CliFailure(`${after} is not a position of the log.`);
        if (since !== undefined && !instantSchema.safeParse(since).success)
          throw new CliFailure(`${since} is not an instant such as 2026-11-22T09:01:07.000Z.`);
        const { key: clientId } = await clientNamed(await desk(), client);
        const from = { after: after ?? null, since: since ?? null };
        granted(await commands.changeWebhook({ kind: 'replay', webhookId, ...from }, by(clientId, operator)));
        say('The replay has started.');
      }),
    );
}
