import type { ImportFile, ImportRow } from '@dayline/contracts/endpoints/import';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { ImportKind } from '@dayline/contracts/imports/kinds';
import { followable, followToEnd } from '@dayline/event-log/follower';
import type { StoredEvent } from '@dayline/event-log/port';
import { followedProcess } from '../process/process.ts';
import type { CommandService } from '../service.ts';
import { accepted, type Stage } from './stage.ts';

export interface Rehearsed {
  readonly importId: string;
  readonly file: ImportFile;
  readonly digest: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: readonly ImportRow[];
}

interface Asking {
  readonly what?: ImportKind;
  readonly answers?: RequestOf<'answerImport'>['answers'];
  readonly by?: ReturnType<Stage['by']>;
}

/** Brings a list and rehearses it, as it is recognised. */
export async function rehearsed(stage: Stage, csv: string, { what, answers = [], by = stage.by() }: Asking = {}) {
  await stage.project();
  const { importing } = stage.service;
  const bring = { fileName: 'list.csv', ...(what && { what }) };
  const file = accepted(await importing.files.bring(bring, Buffer.from(csv), by));
  const { importId, columns, dayOrder } = file;
  const { answered } = accepted(await importing.answers.change({ importId, answers }, by));
  const request = {
    ...{ clientId: by.clientId, importId, what: file.what, dayOrder, answered },
    ...{ columns: columns.map(({ becomes }) => becomes), show: 'all' as const, page: 1, pageSize: 100 },
  };
  const page = async () => accepted(await importing.rehearsals.page(request, by)).rehearsal;
  let rehearsal = await page();
  while (!rehearsal) rehearsal = await page();
  const { digest, counts, rows } = rehearsal;
  return { importId, file, digest, counts, rows, request } satisfies Rehearsed & { request: object };
}

export async function start(stage: Stage, { importId, digest }: Pick<Rehearsed, 'importId' | 'digest'>): Promise<void> {
  accepted(await stage.service.importing.start({ importId, digest }, stage.by()));
}

/** Carries out what was started, as the follower does; also after a crash. */
export async function carryOut(stage: Stage, service: CommandService = stage.service): Promise<void> {
  const { vault, clock } = stage;
  await followToEnd({
    ...followedProcess(service.imports, clock),
    log: followable(stage.stored),
    cursors: vault.followers,
  });
}

/** Brings, rehearses, starts and carries out. */
export async function imported(stage: Stage, csv: string, asking: Asking = {}) {
  const rehearsal = await rehearsed(stage, csv, asking);
  await start(stage, rehearsal);
  await carryOut(stage);
  await stage.project();
  return rehearsal;
}

export async function takenBack(stage: Stage, importId: string): Promise<void> {
  stage.letViewsFollow();
  accepted(await stage.service.importing.takeBack({ importId }, stage.by()));
  await carryOut(stage);
  await stage.project();
}

/** The events of an import. */
export async function eventsOfImport(stage: Stage, importId: string): Promise<readonly StoredEvent[]> {
  return stage.stored.readStream(streams.import(importId));
}
