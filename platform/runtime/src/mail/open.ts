import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Logger } from '../logging/logger.ts';
import { openFolderMail } from './folder.ts';
import type { Mail } from './port.ts';
import { openSmtpMail } from './smtp.ts';

/** Sends email by SMTP if a server is configured, else into the folder `outbox` of the data folder. */
export function openMail(
  {
    smtpUrl,
    mailFrom,
    mailPerSecond,
    dataDir,
    production,
  }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailPerSecond' | 'dataDir' | 'production'>,
  logger: Pick<Logger, 'info'>,
): Mail {
  if (smtpUrl !== null) return openSmtpMail({ url: smtpUrl, from: mailFrom, perSecond: mailPerSecond });
  return openFolderMail({ folder: join(dataDir, 'outbox'), from: mailFrom, logger, logsLinks: !production });
}
