import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { replyWords } from '@dayline/contracts/words/replies';
import type { CallContext, CommandHandlers } from '@dayline/http/handler';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { ChoiceCommands } from './choice-commands.ts';
import type { MessageLinks } from './message-links.ts';

export interface ChoiceCallDeps {
  readonly messageLinks: MessageLinks;
  readonly attempts: Attempts;
}

/** Wrong tokens are counted by the caller's address. */
export async function refusedToken(
  { attempts }: Pick<ChoiceCallDeps, 'attempts'>,
  { address }: Pick<CallContext, 'address'>,
): Promise<Refusal> {
  const retryAfter = await attempts.take([attempts.key('tokenFromAddress', address)]);
  return retryAfter > 0 ? refuse('request.throttled', { retryAfter }) : refuse('token.invalid');
}

export const choiceCalls = (
  commands: ChoiceCommands,
  deps: ChoiceCallDeps,
): Pick<CommandHandlers, 'chooseMessages' | 'setMessageLanguage' | 'declineMessages'> => ({
  chooseMessages: async ({ userId, email, reason }, by) =>
    plainReply(await commands.chooseMessages({ patientId: userId, accepted: email, reason }, by), 'Choice saved.'),

  setMessageLanguage: async ({ userId, language }, by) =>
    plainReply(await commands.setMessageLanguage({ patientId: userId, language }, by), 'Language saved.'),

  async declineMessages({ token, userId }, call) {
    if (!(await deps.messageLinks.isToken(token, userId))) return refusedToken(deps, call);
    const result = await commands.declineMessages(userId, call);
    // An erased person gets no messages either.
    if (isRefusal(result) && result.refused !== 'patient.erased') return result;
    return { body: { success: true, message: replyWords.declineMessages } };
  },
});
