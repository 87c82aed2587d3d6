import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/events/categories';
import { type SignedHead, signedHeadSchema } from '@dayline/contracts/proof/signed-head';
import type { EventLog } from '../port.ts';
import { type SeenEvent, unknownEvent } from '../set-back.ts';

type ReadLog = Pick<EventLog, 'readStream'>;

/** The newest head that was delivered to a folder, if the log lacks it. */
export async function lostHeads(log: ReadLog, folder: string | null): Promise<readonly SeenEvent[]> {
  const head = folder === null ? null : await newestHead(folder);
  if (!head || (await holdsHead(log, head))) return [];
  const missingEvent = unknownEvent(head.position, head.digest, Date.parse(head.signedAt));
  return [{ ...missingEvent, by: 'a head in AUDIT_HEAD_DIR' }];
}

async function newestHead(folder: string): Promise<SignedHead | null> {
  const files = await readdir(folder).catch(() => []);
  const newest = files
    .filter((name) => /^dayline-head-[0-9-]+\.json$/.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) return null;
  try {
    return signedHeadSchema.parse(JSON.parse(await readFile(join(folder, newest), 'utf8')));
  } catch {
    // Not written by the product.
    return null;
  }
}

const pageSize = 100;

async function holdsHead(log: ReadLog, { position, digest }: SignedHead): Promise<boolean> {
  for (let from: number | undefined; from === undefined || from >= 0; ) {
    const options = { direction: 'backward', limit: pageSize, ...(from !== undefined && { from }) } as const;
    const page = await log.readStream(streams.logHeads, options);
    const heads = page.map(({ data }) => signedHeadSchema.parse(data));
    if (heads.some((head) => head.position === position)) return heads.some((head) => head.digest === digest);
    const oldest = heads.at(-1);
    if (!oldest || oldest.position < position || page.length < pageSize) return false;
    from = (page.at(-1)?.revision ?? 0) - 1;
  }
  return false;
}
