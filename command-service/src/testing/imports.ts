import type { ImportFile, ImportRow } from '@dayline/contracts/endpoints/import';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { ListKind } from '@dayline/contracts/imports/kinds';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { StoredEvent } from '@dayline/event-log/port';
import { followedProcess } from '../process/process.ts';
import type { CommandService } from '../service.ts';
import { accepted, type Stage } from './stage.ts';

export interface Previewed {
  readonly importId: string;
  readonly file: ImportFile;
  readonly digest: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: readonly ImportRow[];
}

interface Options {
  readonly kind?: ListKind;
  readonly decisions?: RequestOf<'decideImportRows'>['decisions'];
  readonly by?: ReturnType<Stage['by']>;
}

/** Uploads a list and previews it, with the columns as they are recognised. */
export async function previewed(stage: Stage, csv: string, { kind, decisions = [], by = stage.by() }: Options = {}) {
  await stage.project();
  const { uploads, decisions: stored, previews } = stage.service.importService;
  const upload = { fileName: 'list.csv', ...(kind && { kind }) };
  const file = accepted(await uploads.upload(upload, Buffer.from(csv), by));
  const { importId, columns, dayOrder } = file;
  const { decisionsId } = accepted(await stored.add({ importId, decisions }, by));
  const request = {
    ...{ clientId: by.clientId, importId, kind: file.kind, dayOrder, decisionsId },
    ...{ columns: columns.map(({ field }) => field), show: 'all' as const, page: 1, pageSize: 100 },
  };
  const page = async () => accepted(await previews.page(request, by)).preview;
  let preview = await page();
  while (!preview) preview = await page();
  const { digest, counts, rows } = preview;
  return { importId, file, digest, counts, rows, request } satisfies Previewed & { request: object };
}

export async function start(stage: Stage, { importId, digest }: Pick<Previewed, 'importId' | 'digest'>): Promise<void> {
  accepted(await stage.service.importService.start({ importId, digest }, stage.by()));
}

/** Carries out started imports as the follower does; also after a crash. */
export async function carryOut(stage: Stage, service: CommandService = stage.service): Promise<void> {
  const { vault, clock } = stage;
  await followToEnd({
    ...followedProcess(service.imports, clock),
    log: followable(stage.stored),
    cursors: vault.followers,
  });
}

/** Uploads, previews, starts and carries out. */
export async function imported(stage: Stage, csv: string, options: Options = {}) {
  const preview = await previewed(stage, csv, options);
  await start(stage, preview);
  await carryOut(stage);
  await stage.project();
  return preview;
}

export async function undo(stage: Stage, importId: string): Promise<void> {
  stage.letViewsFollow();
  accepted(await stage.service.importService.undo({ importId }, stage.by()));
  await carryOut(stage);
  await stage.project();
}

/** The events of an import. */
export async function eventsOfImport(stage: Stage, importId: string): Promise<readonly StoredEvent[]> {
  return stage.stored.readStream(streams.import(importId));
}
