import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { CommandHandlers } from '@dayline/http/handler';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import { type Changed, plainReply } from '../command-handler/plain-reply.ts';
import type { ChatCommand, chat } from './chat.ts';

/** @public */
export interface ChatAggregate {
  readonly chats: HandlerOf<typeof chat>;
}
/** @public */
export interface OfChat {
  readonly chatId: string;
}

/** What the desk does in the chats of its client; the chatbot sends its replies. */
export function chatCommands({ aggregates }: { readonly aggregates: ChatAggregate }) {
  async function onChat(chatId: string, command: ChatCommand, by: CommandContext): Promise<Changed | Refusal> {
    const stream = streams.chat(by.clientId, chatId);
    const outcome = await aggregates.chats.execute({ stream, command, context: { now: by.now }, by });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }
  return {
    replyToChat: ({ chatId, text }: OfChat & { readonly text: string }, by: CommandContext) =>
      onChat(chatId, { kind: 'reply', replyId: `${chatId}_${derivedFrom(by.commandId, 'reply')}`, text }, by),
    handBackChat: ({ chatId }: OfChat, by: CommandContext) => onChat(chatId, { kind: 'handBack' }, by),
  };
}

export const chatCalls = (
  commands: ReturnType<typeof chatCommands>,
): Pick<CommandHandlers, 'replyToChat' | 'handBackChat'> => ({
  replyToChat: async (request, by) => plainReply(await commands.replyToChat(request, by), 'Reply written.'),
  handBackChat: async (request, by) => plainReply(await commands.handBackChat(request, by), 'Handed back.'),
});
