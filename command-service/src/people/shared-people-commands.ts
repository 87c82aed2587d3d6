import { streams } from '@dayline/contracts/events/categories';
import type { ListedAccount, Vault } from '@dayline/vault/port';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import { addJob, type LetterJob } from '../letters/jobs.ts';
import type { PeopleCommand, people } from './people.ts';

export type Person = Pick<ListedAccount, 'accountId' | 'name' | 'role'>;

export interface PeopleStepsDeps {
  readonly aggregates: { readonly people: HandlerOf<typeof people> };
  readonly vault: Pick<Vault, 'accounts' | 'outbox'>;
}

/** Decides on the client's one stream, and sends emails about it. */
export function peopleSteps({ aggregates, vault }: PeopleStepsDeps) {
  async function execute(command: PeopleCommand, by: CommandContext) {
    const asks = command.kind === 'deactivate' || command.kind === 'setSingleSignOnPolicy';
    const accounts = asks ? await vault.accounts.ofClient(by.clientId) : [];
    const administrators = accounts
      .filter(({ role, hasPassword, isClosed }) => role === 'admin' && hasPassword && !isClosed)
      .map(({ accountId }) => accountId);
    const context = { actorId: by.actor.id, administrators };
    return aggregates.people.execute({ stream: streams.people(by.clientId), command, context, by });
  }
  /** Repeated, it is added once. */
  const send = (job: LetterJob, by: CommandContext & { readonly cookie?: string | undefined }) =>
    addJob(vault.outbox, { ...by, requestId: by.causationId }, job);

  return { execute, send };
}
