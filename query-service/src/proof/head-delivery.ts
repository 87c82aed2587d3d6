import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type SignedHead, signedHeadSchema } from '@dayline/contracts/proof/signed-head';
import { followable, type StoredLog } from '@dayline/event-log/followable';
import { type Follower, type FollowerParts, follow, followToEnd, troubleLines } from '@dayline/event-log/follower';
import type { Clock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Vault } from '@dayline/vault/port';

export interface HeadDeliveryParts {
  readonly log: StoredLog;
  /** Follows the log in another thread. */
  readonly follow?: StoredLog['follow'];
  readonly vault: Pick<Vault, 'followers' | 'outbox'>;
  readonly clock: Clock;
  readonly config: Pick<Config, 'auditHeadDir' | 'auditHeadMail'>;
  readonly logger: Pick<Logger, 'error' | 'info'>;
}

/** How long a stop may take to deliver a head that was just signed, in ms. */
const maxDraining = 2_000;

/** Follows the log for signed heads and delivers each to the folder and the mailbox, until it is stopped. */
export function deliverHeads(parts: HeadDeliveryParts): Follower {
  const { logger } = parts;
  const delivery = headDelivery(parts);
  const log = { ...delivery.log, ...(parts.follow && { follow: parts.follow }) };
  const follower = follow({ ...delivery, log, onTrouble: troubleLines(logger, delivery.name) });
  return {
    status: () => follower.status(),
    async stop() {
      await follower.stop();
      const draining = followToEnd(delivery).catch((error: unknown) => {
        logger.error({ err: error }, 'signed heads of the log are delivered after the next start');
      });
      await Promise.race([draining, pause(maxDraining, undefined, { ref: false })]);
    },
  };
}

/** A repeated delivery changes nothing. */
export const headDelivery = ({
  log,
  vault,
  clock,
  config,
}: Omit<HeadDeliveryParts, 'logger'>): Omit<FollowerParts<'log-heads'>, 'onTrouble'> => ({
  name: 'log-heads',
  log: followable(log),
  types: ['LogHeadSigned'],
  cursors: vault.followers,
  async handle(events) {
    const { auditHeadDir, auditHeadMail } = config;
    for (const { id, data } of events) {
      const head = signedHeadSchema.parse(data);
      if (auditHeadDir !== null) await writeHead(auditHeadDir, head);
      if (auditHeadMail !== null) {
        const payload = JSON.stringify({ kind: 'logHead', to: auditHeadMail, head });
        await vault.outbox.add({ id, kind: 'logHead', payload, addedAt: clock.now(), keep: false });
      }
    }
  },
});

/** Complete or absent; the file's name sorts by position. */
async function writeHead(folder: string, head: SignedHead): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `dayline-head-${head.position}.json`);
  // Other processes may write the same head at the same time; in containers all have the same process id.
  const part = `${path}.${randomUUID()}.part`;
  const file = await open(part, 'wx');
  try {
    await file.writeFile(`${JSON.stringify(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
}
