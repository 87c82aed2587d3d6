import { refuse } from '@dayline/contracts/errors';
import type { ChatEvent } from '@dayline/contracts/events/contact/chat';
import { unreachable } from '@dayline/contracts/unreachable';
import { type DeskChat, foldDeskChat, newDeskChat, windowMs } from '@dayline/contracts/views/chat-fold';
import type { Decider } from '../command-handler/decider.ts';

export type ChatCommand =
  | { readonly kind: 'reply'; readonly replyId: string; readonly text: string }
  | { readonly kind: 'handBack' };

export interface ChatContext {
  /** ms since the epoch, UTC. */
  readonly now: number;
}

/** What the desk does in a WhatsApp chat; the chatbot appends all else. An erased chat is answered like an unknown one. */
export const chat: Decider<DeskChat, ChatCommand, ChatEvent, ChatContext> = {
  initial: newDeskChat,
  fold: foldDeskChat,
  decide({ isKnown, deskUntil, wroteAt, askedAt }, command, { now }) {
    if (!isKnown || askedAt === 0) return refuse('chat.unknown');
    const isHandedOver = now < deskUntil;
    switch (command.kind) {
      case 'reply': {
        if (now >= wroteAt + windowMs) return refuse('chat.window-closed');
        if (!isHandedOver) return refuse('chat.not-handed-over');
        const { replyId, text } = command;
        const message = JSON.stringify({ kind: 'text', text });
        return [{ type: 'ReplyPlanned', data: { replyId, answers: null, message, state: null } }];
      }
      case 'handBack':
        return isHandedOver ? [{ type: 'HandoverEnded', data: {} }] : [];
      default:
        return unreachable(command);
    }
  },
};
