import { isRefusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { AccountEvent } from '@dayline/contracts/events/organisation';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { replyWords } from '@dayline/contracts/words/replies';
import type { CommandHandlers, SignedInContext } from '@dayline/http/handler';
import { entryBy } from '@dayline/http/trail/call-entry';
import type { Vault } from '@dayline/vault/port';
import { addAddressNotice, addJob } from '../letters/jobs.ts';
import { linkIdOf, newEmailIn } from '../letters/write.ts';
import type { AccountCommands } from './account-commands.ts';
import { contextOf, type OnboardingDeps, onboardingSteps } from './link-calls.ts';
import { type OwnPasswordDeps, ownPassword } from './own-password-commands.ts';

export interface OwnAccountDeps extends OnboardingDeps, OwnPasswordDeps {
  readonly vault: OnboardingDeps['vault'] & Pick<Vault, 'accounts' | 'sessions' | 'commandKeys'>;
}

type Calls = 'changePassword' | 'requestEmailChange' | 'confirmEmailChange' | 'endOwnSession' | 'endOtherSessions';
const replyOf = (message: string) => ({ body: { success: true, message, position: null } }) as const;
const passwordDone = replyOf('Password changed.');

/** What its owner changes on an account. */
export function ownAccountCalls(
  commands: Pick<AccountCommands, 'changeEmail'>,
  deps: OwnAccountDeps,
): Pick<CommandHandlers, Calls> {
  const { vault, sessions, trail } = deps;
  const { hashOf, throttled, takeLink, ownerOf, badToken } = onboardingSteps(deps);
  const proved = ownPassword(deps);
  const record = (call: SignedInContext, event: AccountEvent): void =>
    trail.record({ ...entryBy(call.caller, call), event });

  /** Whether this is the repetition of a command that was carried out. */
  const wasDone = async ({ commandId, commandDigest }: SignedInContext): Promise<boolean> =>
    commandDigest !== '' && (await vault.commandKeys.find(commandId))?.digest === commandDigest;

  return {
    async changePassword({ currentPassword, newPassword }, call) {
      // The current password is another one by now.
      if (await wasDone(call)) return passwordDone;
      const account = await proved(currentPassword, call);
      if (isRefusal(account)) return account;
      const hashed = await hashOf(account, newPassword, call);
      if (isRefusal(hashed)) return hashed;
      const { accountId, passwordHash: from } = account;
      const change = { from, to: hashed.hash, keep: call.caller.sessionHash };
      // First: its owner is notified even if this process ends meanwhile.
      await addJob(vault.outbox, call, { kind: 'passwordChanged', accountId });
      // Of two changes at once, the later one no longer has the current password.
      if (!(await vault.accounts.changePassword(accountId, change))) return refuse('proof.refused');
      const { commandId: id, commandDigest: digest, now: at } = call;
      if (digest !== '')
        await vault.commandKeys.take({ id, digest, stream: streams.account(accountId), revision: -1, at });
      // This process caches sessions for a second.
      sessions.forget(accountId);
      record(call, { type: 'PasswordChanged', data: {} });
      return passwordDone;
    },

    async requestEmailChange({ email, currentPassword }, call) {
      const account = await proved(currentPassword, call);
      if (isRefusal(account)) return account;
      const wait = await takeLink(email, call);
      if (wait > 0) return throttled(wait);
      const { accountId, sessionEpoch } = account;
      await addJob(vault.outbox, call, { kind: 'emailChange', accountId, email: emailKey(email), sessionEpoch });
      return replyOf(replyWords.requestEmailChange);
    },

    async confirmEmailChange({ token, pocId }, call) {
      const credential = { purpose: 'email', token, now: call.now } as const;
      const owner = await ownerOf(credential, call, (account) => linkIdOf(account) === pocId);
      if (isRefusal(owner)) return owner;
      const { account } = owner;
      const email = newEmailIn(token);
      const { accountId, email: from } = account;
      const notify = () => addAddressNotice(vault.outbox, call, { accountId, from, to: email });
      const changed = await commands.changeEmail(account, { email, credential, notify }, contextOf(account, call));
      if (isRefusal(changed)) return changed.refused === 'token.invalid' ? badToken(call) : changed;
      return { body: { success: true, message: replyWords.confirmEmailChange, email } };
    },

    async endOwnSession({ ownSessionId }, call) {
      const own = await sessions.ofAccount(call.caller.id);
      const session = own.find(({ tokenHash }) => sessions.publicIdOf(tokenHash) === ownSessionId);
      if (!session) return refuse('account.session-unknown');
      await sessions.end(session.tokenHash);
      record(call, { type: 'SessionsEnded', data: { which: 'one' } });
      return replyOf('Session ended.');
    },

    async endOtherSessions(_request, call) {
      const { id, sessionHash } = call.caller;
      await vault.sessions.endOthers(id, sessionHash);
      sessions.forget(id);
      record(call, { type: 'SessionsEnded', data: { which: 'others' } });
      return replyOf('All other sessions ended.');
    },
  };
}
