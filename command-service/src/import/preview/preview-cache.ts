import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { importFindings } from '@dayline/contracts/endpoints/import';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { missingFields } from '@dayline/contracts/imports/kinds';
import { ListReader } from '@dayline/lists/list-reader';
import type { FileFacts, PreviewChoices } from '@dayline/lists/messages';
import { PreviewRows } from '@dayline/lists/preview-rows';
import type { ClientData, Records } from '@dayline/lists/records';
import type { CommandContext } from '../../command-handler/command-context.ts';
import type { ImportDeps } from '../deps.ts';
import type { Decisions } from '../upload/decisions.ts';
import { type UploadedFile, type UploadStore, visitorOf } from '../upload/upload-store.ts';

type Reply = Pick<ResponseOf<'previewImport'>, 'progress' | 'preview'>;

/** A preview that is being made. */
interface Pending {
  rowsDone: number;
  readonly result: Promise<PreviewRows | Refusal>;
  readonly ending: AbortController;
  waitingCalls: number;
  /** Set while no call waits. */
  endTimer?: NodeJS.Timeout;
}

/** How long a call waits for a preview before it answers the progress, ms. */
const waitMs = 3_000;
/** How long a preview continues between two calls that wait for it, ms. */
const unaskedMs = 10_000;

/** A page waits in the queue by repeated calls. */
const limits = { perOwner: 3, patience: 600_000, maxMs: 300_000 };
/** Shorter files don't wait for longer ones. */
const rowsOfShortFile = 2_000;

export interface PreviewDeps extends Pick<ImportDeps, 'aggregates' | 'commands' | 'views' | 'log'> {
  readonly uploads: UploadStore;
  readonly decisions: Decisions;
}

/** Previews of uploaded files. Each is made once and stored with its file. */
export class PreviewCache {
  readonly #deps: PreviewDeps;
  readonly #pending = new Map<string, Pending>();
  readonly #shortFiles = new ListReader(limits);
  readonly #longFiles = new ListReader(limits);

  constructor(deps: PreviewDeps) {
    this.#deps = deps;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#shortFiles.stop(), this.#longFiles.stop()]);
  }

  /**
   * A page of a preview, or its progress while it is made.
   * @throws TooBusy
   */
  async page(request: RequestOf<'previewImport'>, by: CommandContext): Promise<Reply | Refusal> {
    const { importId, show, page, pageSize, clientId: _, ...choices } = request;
    const { uploads, decisions } = this.#deps;
    const upload = await uploads.find(importId, by);
    if (isRefusal(upload)) return upload;
    const { facts } = upload;
    const refusal = refusalOfColumns(choices, facts);
    if (refusal) return refusal;
    // Another page has sent decisions since.
    if ((await decisions.load(importId, by)).id !== choices.decisionsId) return refuse('import.changed');
    const digest = digestOf(facts, choices);
    const storedPreview = await this.load(importId, by);
    const preview =
      storedPreview?.head.digest === digest
        ? storedPreview
        : await this.#wait({ importId, upload, choices, digest }, by);
    if (isRefusal(preview)) return preview;
    if (!(preview instanceof PreviewRows)) {
      return { progress: { done: preview.rowsDone, rows: facts.rows }, preview: null };
    }
    return { progress: { done: facts.rows, rows: facts.rows }, preview: pageOf(preview, { show, page, pageSize }) };
  }

  /** The stored preview; null if there is none. */
  async load(importId: string, { clientId }: Pick<CommandContext, 'clientId'>): Promise<PreviewRows | null> {
    const pieces = await this.#deps.uploads.sealed.get({ clientId, importId }, 'preview');
    return pieces && new PreviewRows(pieces);
  }

  /**
   * The rows that are not imported, as they are in the file, with the reason.
   * @throws TooBusy
   */
  async refusedRows(
    { importId, digest }: Pick<RequestOf<'exportRefusedRows'>, 'importId' | 'digest'>,
    by: CommandContext,
  ) {
    const { uploads } = this.#deps;
    const { clientId } = by;
    const [upload, preview] = await Promise.all([
      uploads.load(importId, by),
      uploads.sealed.get({ clientId, importId }, 'preview'),
    ]);
    if (!upload || !preview) return refuse('import.unknown');
    if (new PreviewRows(preview).head.digest !== digest) return refuse('import.changed');
    const { file, facts, fileName } = upload;
    const pieces = await uploads.reader.run(visitorOf(by), { kind: 'refusedRows', file, facts, preview });
    return isRefusal(pieces) ? pieces : { fileName, pieces };
  }

  /** The preview once it is made, else the pending one, which ends when no call waits for it. */
  async #wait(request: PreviewRequest, by: CommandContext): Promise<PreviewRows | Refusal | Pending> {
    const pending = await this.#pendingOf(request, by);
    if (isRefusal(pending)) return pending;
    pending.waitingCalls += 1;
    clearTimeout(pending.endTimer);
    try {
      return (await Promise.race([pending.result, soon(by.signal)])) ?? pending;
    } finally {
      pending.waitingCalls -= 1;
      const end = () => pending.ending.abort(new Error('No call waits for the preview.'));
      if (pending.waitingCalls === 0 && by.signal?.aborted) end();
      else if (pending.waitingCalls === 0) pending.endTimer = setTimeout(end, unaskedMs).unref();
    }
  }

  async #pendingOf(request: PreviewRequest, by: CommandContext): Promise<Pending | Refusal> {
    const { importId, digest } = request;
    const key = `${importId} ${digest}`;
    const earlier = this.#pending.get(key);
    if (earlier) return earlier;
    const [client, { zipped }] = await Promise.all([this.#clientOf(by), this.#deps.decisions.load(importId, by)]);
    if (isRefusal(client)) return client;
    const concurrent = this.#pending.get(key);
    if (concurrent) return concurrent;
    const ending = new AbortController();
    const pending: Pending = {
      ...{ rowsDone: 0, ending, waitingCalls: 0 },
      result: this.#make(request, { ...client, decisions: zipped }, { ...by, signal: ending.signal }, (rows) => {
        pending.rowsDone = rows;
      }).finally(() => this.#pending.delete(key)),
    };
    this.#pending.set(key, pending);
    // A failure may occur while no call waits.
    pending.result.catch(() => undefined);
    return pending;
  }

  async #make(
    { importId, upload, choices, digest }: PreviewRequest,
    { data, records, decisions }: ClientNow & { readonly decisions: Uint8Array | null },
    by: CommandContext,
    onProgress: (rows: number) => void,
  ): Promise<PreviewRows | Refusal> {
    const { file, facts } = upload;
    const { commands, uploads } = this.#deps;
    const { clientId } = by;
    const reader = facts.rows > rowsOfShortFile ? this.#longFiles : this.#shortFiles;
    const result = await reader.run(
      visitorOf(by),
      { kind: 'preview', file, facts, choices, digest, decisions, client: data },
      { onProgress, questions: { ...records, patientWithNumber: (uhid) => commands.holderOf(clientId, uhid) } },
    );
    if (isRefusal(result)) return result;
    await uploads.sealed.put({ clientId, importId }, 'preview', result);
    return new PreviewRows(result);
  }

  async #clientOf({ clientId, now }: CommandContext): Promise<ClientNow | Refusal> {
    const { aggregates, views, log } = this.#deps;
    // Includes all events of the log, so that records entered just before are found.
    const records = await views.recordsAt(await log.head());
    if (!records) return refuse('views.behind');
    const [client, calendar] = await Promise.all([
      aggregates.clients.load(streams.client(clientId), 0),
      aggregates.calendars.load(streams.clientCalendar(clientId), 0),
    ]);
    const zone = client.state?.zone ?? defaultZone;
    const today = clinicDate(now, zone);
    const { branches = [], bookingNeedsEmail = true } = client.state ?? {};
    const data = { clientId, today, zone, bookingNeedsEmail, branches, calendar: calendar.state };
    return { data, records };
  }
}

interface PreviewRequest {
  readonly importId: string;
  readonly upload: UploadedFile;
  readonly choices: PreviewChoices;
  readonly digest: string;
}
interface ClientNow {
  readonly data: ClientData;
  readonly records: Records;
}

/** Null after some seconds, or when the connection is closed. */
const soon = (signal?: AbortSignal): Promise<null> => pause(waitMs, null, { ref: false, signal }).catch(() => null);

const digestOf = ({ hash: ofFile }: FileFacts, { kind, columns, dayOrder, decisionsId }: PreviewChoices): string =>
  hash('sha256', JSON.stringify([ofFile, kind, columns, dayOrder, decisionsId]), 'hex');

function refusalOfColumns({ kind, columns }: PreviewChoices, { headers }: FileFacts): Refusal | null {
  const chosenFields = columns.filter((field) => field !== null);
  if (new Set(chosenFields).size < chosenFields.length || columns.length > headers.length)
    return refuse('import.column-twice');
  return missingFields(kind, columns).length > 0 ? refuse('import.column-missing') : null;
}

type PreviewPage = Pick<RequestOf<'previewImport'>, 'show' | 'page' | 'pageSize'>;

function pageOf(preview: PreviewRows, { show, page, pageSize }: PreviewPage): Reply['preview'] {
  const { digest, counts, rowsToImport } = preview.head;
  const from = (page - 1) * pageSize;
  const indexes = show === 'all' ? preview.with(...importFindings) : preview.with(show);
  const rows = indexes.slice(from, from + pageSize).map((index) => {
    const { command: _, ...row } = preview.row(index);
    return row;
  });
  return { digest, counts, rowsToImport, total: counts[show], rows };
}
