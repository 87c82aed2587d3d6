import type { Logger } from '@dayline/runtime/logging/logger';
import type { Mail } from '@dayline/runtime/mail/port';
import type { Views } from '../views/views.ts';
import { MessageSender } from './message-sender.ts';
import { type MessageDeps, plannedMessages } from './planned-messages.ts';
import { messageWriter } from './write-message.ts';

export interface MessageStart {
  readonly mail: Mail;
  /** The sender's address, as configured. */
  readonly mailFrom: string;
  /** See the sender's options. */
  readonly everyMs?: number | null;
}

/** Messages to patients: the follower that plans them, and the sender. */
export function messageService(
  deps: MessageDeps,
  { views, logger }: { readonly views: Pick<Views, 'dueMessages'>; readonly logger: Logger },
) {
  let sender: MessageSender | null = null;
  return {
    planned: plannedMessages(deps),
    start({ mailFrom, ...parts }: MessageStart): MessageSender {
      const write = messageWriter({ ...deps, mailFrom });
      sender = new MessageSender({ ...deps, due: views.dueMessages, write, logger, ...parts });
      return sender;
    },
    stop: async () => sender?.stop(),
  };
}
