import type { KeyRing } from '@dayline/runtime/key-ring';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Mail } from '@dayline/runtime/mail/port';
import { messageLinks } from '../message-choice/message-links.ts';
import type { Views } from '../views/views.ts';
import { MessageSender } from './message-sender.ts';
import { type MessageDeps, plannedMessages } from './planned-messages.ts';
import { messageWriter } from './write-message.ts';

export interface MessageStart {
  readonly mail: Mail;
  /** The sender's address, as configured. */
  readonly mailFrom: string;
  /** The origin of links. */
  readonly publicUrl: string;
  /** See the sender's options. */
  readonly everyMs?: number | null;
}

/** Messages to patients: the follower that plans them, and the sender. */
export function messageService(
  deps: MessageDeps,
  parts: {
    readonly views: Pick<Views, 'dueMessages'>;
    readonly logger: Logger;
    readonly keys: Pick<KeyRing, 'ensure'>;
  },
) {
  const { views, logger } = parts;
  const links = messageLinks(parts.keys);
  let sender: MessageSender | null = null;
  return {
    planned: plannedMessages(deps),
    links,
    start({ mailFrom, publicUrl, ...sending }: MessageStart): MessageSender {
      const write = messageWriter({ ...deps, mailFrom, publicUrl, links });
      sender = new MessageSender({ ...deps, due: views.dueMessages, write, logger, ...sending });
      return sender;
    },
    stop: async () => sender?.stop(),
  };
}
