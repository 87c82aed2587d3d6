import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../logging/logger.ts';
import { messageOf } from './message.ts';
import type { Mail } from './port.ts';

export interface FolderMailOptions {
  readonly folder: string;
  readonly from: string;
  readonly logger: Pick<Logger, 'info'>;
  /** Whether an email's link is logged, for trying the product out; never in production. */
  readonly logsLinks: boolean;
}

/** Mail without a server: each email is an .eml file for any mail program. */
export function openFolderMail({ folder, from, logger, logsLinks }: FolderMailOptions): Mail {
  return {
    async send(letter) {
      // Loaded with the first email, so that it doesn't delay the start.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(messageOf(letter, from));
      if (!Buffer.isBuffer(message)) throw new Error('The letter could not be written.');
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Renamed once complete.
      await writeFile(join(folder, `${name}.part`), message, { mode: 0o600, flush: true });
      await rename(join(folder, `${name}.part`), join(folder, name));
      logger.info(
        logsLinks && letter.link ? { file: name, link: letter.link } : { file: name },
        'mail is in the outbox',
      );
    },
    async close() {},
  };
}
