import { readJob } from '@dayline/command-service/letters/jobs';
import type { OutboxJob } from '@dayline/platform/vault/onboarding-port';
import type { Command } from 'commander';
import { CliFailure } from './failure.ts';
import { atWork } from './workplace.ts';

/** So many of the newest are shown, so that a year of messages doesn't fill the terminal. */
const mostShown = 200;

export function messageCommands(program: Command): void {
  const messages = program.command('messages').description('what people wrote in the contact form');
  messages
    .command('list')
    .description(`show the newest ${mostShown} messages: id, when (UTC), from whom, and what they say`)
    .action(() =>
      atWork(async ({ vault }) => {
        const kept = await vault.outbox.kept(mostShown);
        for (const job of kept) console.log(shown(job));
        if (kept.length === 0) console.log('There are no messages.');
      }),
    );
  messages
    .command('remove')
    .description('forget a message for ever; one that was not mailed yet is not mailed either')
    .argument('<message>', "the message's id")
    .action((id: string) =>
      atWork(async ({ vault }) => {
        if (!(await vault.outbox.forget(id))) throw new CliFailure(`There is no message ${id}. See: messages list`);
        console.log(`Message ${id} is removed.`);
      }),
    );
}

/** A stranger's words must not steer the terminal: of control characters only the line's end is kept. */
const plain = (words: string): string =>
  words.replaceAll(/\r\n?/g, '\n').replaceAll(/[\p{Cc}\p{Cf}]/gu, (each) => (each === '\n' ? each : ' '));
const oneLine = (words: string): string => plain(words).replaceAll('\n', ' ');

function shown(job: OutboxJob): string {
  const written = readJob(job);
  if (written.kind !== 'contact') return `${job.id}  ${written.kind}`;
  const when = new Date(job.addedAt).toISOString().slice(0, 16).replace('T', ' ');
  const words = plain(written.message).split('\n');
  const from = `${oneLine(written.name)} <${oneLine(written.email)}>`;
  return [`${job.id}  ${when}  ${from}`, ...words.map((line) => `    ${line}`)].join('\n');
}
