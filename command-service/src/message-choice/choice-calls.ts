import { isRefusal, refuse } from '@dayline/contracts/errors';
import { replyWords } from '@dayline/contracts/words/replies';
import type { CommandHandlers } from '@dayline/http/handler';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { ChoiceCommands } from './choice-commands.ts';
import type { MessageLinks } from './message-links.ts';

interface ChoiceCallDeps {
  readonly messageLinks: MessageLinks;
  readonly attempts: Attempts;
}

export const choiceCalls = (
  commands: ChoiceCommands,
  { messageLinks, attempts }: ChoiceCallDeps,
): Pick<CommandHandlers, 'chooseMessages' | 'declineMessages'> => ({
  chooseMessages: async ({ userId, email, reason }, by) =>
    plainReply(await commands.chooseMessages({ patientId: userId, accepted: email, reason }, by), 'Choice saved.'),

  async declineMessages({ token, userId }, call) {
    if (!(await messageLinks.isToken(token, userId))) {
      const retryAfter = await attempts.take([attempts.key('tokenFromAddress', call.address)]);
      return retryAfter > 0 ? refuse('request.throttled', { retryAfter }) : refuse('token.invalid');
    }
    const result = await commands.declineMessages(userId, call);
    // An erased person gets no messages either.
    if (isRefusal(result) && result.refused !== 'patient.erased') return result;
    return { body: { success: true, message: replyWords.declineMessages } };
  },
});
