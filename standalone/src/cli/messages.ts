import { readJob } from '@dayline/command-service/letters/jobs';
import { counted } from '@dayline/contracts/fields/phrase';
import type { OutboxJob } from '@dayline/vault/onboarding-port';
import type { Command } from 'commander';
import { CliFailure } from './terminal/failure.ts';
import { dateIn } from './terminal/operator.ts';
import { say } from './terminal/output.ts';
import { atWork } from './workplace.ts';

/** Shows at most this many of the newest, so that a year of messages doesn't fill the terminal. */
const maxShown = 200;

export function messageCommands(program: Command): void {
  const messages = program.command('messages').description('messages from the contact form');
  messages
    .command('list')
    .description(`show the newest ${maxShown} messages: id, time (UTC), sender and text`)
    .option(
      '--before <date>',
      'only those of before this date (UTC), which a removal with the same date deletes',
      dateIn,
    )
    .action(({ before }: { readonly before?: string }) =>
      atWork(async ({ vault }) => {
        const all = await vault.outbox.kept(before === undefined ? maxShown : Number.MAX_SAFE_INTEGER);
        const jobs = all.filter(isOfBefore(before)).slice(0, maxShown);
        for (const job of jobs) say(jobText(job));
        if (jobs.length === 0) say('There are no messages.');
      }),
    );
  messages
    .command('remove')
    .description('delete a message, or older ones, permanently; if it has not been emailed yet, it will not be')
    .argument('[message]', "the message's id")
    .option('--before <date>', 'all messages of before this date (UTC)', dateIn)
    .action((id: string | undefined, { before }: { readonly before?: string }) =>
      atWork(async ({ vault }) => {
        if ((id === undefined) === (before === undefined)) throw new CliFailure("Give a message's id, or --before.");
        if (id === undefined) {
          const old = (await vault.outbox.kept(Number.MAX_SAFE_INTEGER)).filter(isOfBefore(before));
          for (const job of old) await vault.outbox.forget(job.id);
          say(`${counted(old.length, 'message')} deleted.`);
          return;
        }
        if (!(await vault.outbox.forget(id))) throw new CliFailure(`There is no message ${id}. See: messages list`);
        say(`Message ${id} deleted.`);
      }),
    );
}

/** Whether a message is of before a date; without one, any. */
const isOfBefore =
  (before: string | undefined) =>
  ({ addedAt }: OutboxJob): boolean =>
    before === undefined || addedAt < Date.parse(`${before}T00:00:00Z`);

function jobText(job: OutboxJob): string {
  const letterJob = readJob(job);
  if (letterJob.kind !== 'contact') return `${job.id}  ${letterJob.kind}`;
  const when = new Date(job.addedAt).toISOString().slice(0, 16).replace('T', ' ');
  const words = letterJob.message.split(/\r\n?|\n/);
  // On its own line, a name can't be mistaken for another message.
  const from = `${letterJob.name} <${letterJob.email}>`.replaceAll(/[\r\n]+/g, ' ');
  return [`${job.id}  ${when}  ${from}`, ...words.map((line) => `    ${line}`)].join('\n');
}
