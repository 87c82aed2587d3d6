import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { replyWords } from '@dayline/contracts/words/replies';
import type { CallContext, CommandHandlers } from '@dayline/http/handler';
import type { Account } from '@dayline/vault/port';
import { contextOf, type OnboardingDeps, onboardingSteps } from '../account/link-calls.ts';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { DoctorCommands } from '../doctor/doctor-commands.ts';
import { linkIdOf } from '../letters/write.ts';
import type { PeopleCommands } from './people-commands.ts';

/** An invited person follows the emailed link, without a session. */
export function invitationCalls(
  commands: Pick<PeopleCommands, 'activateAccount' | 'renameAccount'> &
    Pick<DoctorCommands, 'verifyDoctorEmail' | 'activateDoctor'>,
  deps: OnboardingDeps,
): Pick<CommandHandlers, 'checkInvitation' | 'acceptInvitation'> {
  const { badToken, ownerOf, hashOf, passwordChanged } = onboardingSteps(deps);

  /** Refused if the invitation was sent to a former address of the doctor. */
  async function signUp({ accountId, email }: Account, pocId: string, by: CommandContext): Promise<Changed | Refusal> {
    const verified = await commands.verifyDoctorEmail({ pocId, email }, partOf(by, 'verify'));
    return isRefusal(verified) ? verified : commands.activateDoctor({ pocId, accountId }, partOf(by, 'activate'));
  }

  return {
    async checkInvitation({ token, pocId }, call) {
      const owner = await ownerOf(invitedBy(token, call), call, (account) => linkIdOf(account) === pocId);
      if (isRefusal(owner)) return owner;
      const { email, name } = owner.account;
      return { body: { success: true, email, name } };
    },

    async acceptInvitation({ token, pocId, name, password }, call) {
      const credential = invitedBy(token, call);
      const owner = await ownerOf(credential, call, (account) => linkIdOf(account) === pocId);
      if (isRefusal(owner)) return owner;
      const { account } = owner;
      const hashed = await hashOf(account, password, call);
      if (isRefusal(hashed)) return hashed;
      // The events come first, since they can be repeated; the token last, which can be used only once.
      const by = contextOf(account, call);
      const signedUp = account.pocId === null ? null : await signUp(account, account.pocId, by);
      if (signedUp && isRefusal(signedUp)) return signedUp;
      const activated = await commands.activateAccount(account, by);
      if (isRefusal(activated)) return activated;
      const isNamed = account.role !== 'doctor' && name !== account.name;
      const renamed = isNamed && (await commands.renameAccount(account, name, partOf(by, 'name')));
      if (renamed && isRefusal(renamed)) return renamed;
      if (!(await deps.vault.tokens.setPassword(credential, hashed.hash))) return badToken(call);
      passwordChanged({ ...account, ...(isNamed && { name }) }, call);
      return { body: { success: true, message: replyWords.updatePassword } };
    },
  };
}

const invitedBy = (token: string, call: CallContext) => ({ purpose: 'invitation', token, now: call.now }) as const;
