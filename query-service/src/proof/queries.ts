import { type ActivityRow, digestKey } from '@dayline/contracts/activity';
import type { ExportRequest } from '@dayline/contracts/endpoints/audit/proof';
import { refuse } from '@dayline/contracts/errors';
import { type Language, languageIn } from '@dayline/contracts/fields/language';
import type { EventLog, StoredEvent } from '@dayline/event-log/port';
import type { LogScan } from '@dayline/event-log/scan';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { publicKeys } from '@dayline/event-log/sealed-log/signing';
import type { SignedInContext } from '@dayline/http/handler';
import { entryBy } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';
import type { RecordCheck } from '@dayline/projector/checking/record-check';
import type { KeyRing } from '@dayline/runtime/key-ring';
import type { VaultParts } from '@dayline/stores/verify-vault';
import type { Activity } from '../activity/activity.ts';
import { newestFirst } from '../activity/order.ts';
import { refusedUntilLevel } from '../activity/progress.ts';
import { entriesOf, recordsNamed, withAliases, zoneOf } from '../activity/queries.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { pagesOf } from '../paging/pages-of.ts';
import type { Queries } from '../queries/answer.ts';
import { checkpointReached } from '../readiness/read-your-writes.ts';
import { entriesInStep, openTurns } from '../turns/turns.ts';
import { type Clinic, csvHeader, csvLine, withFirstChunk } from './csv.ts';
import type { HeadSigner } from './head-signer.ts';
import { checkWholeLog } from './log-check.ts';
import { ndjsonOf } from './ndjson.ts';
import { oneReader } from './one-reader.ts';
import { type ReasonOf, reasonsIn } from './reasons.ts';
import { filterOf, predicateOf, selectionOf, selectionToRecord, stretchOf } from './selection.ts';
import { withViews } from './views-check.ts';

export interface ProofDeps {
  readonly activity: Activity;
  /** As stored. */
  readonly eventLog: Pick<EventLog, 'readAll' | 'readStream' | 'start'>;
  readonly sealedLog: Pick<SealedLog, 'readStream'>;
  readonly keys: Pick<KeyRing, 'get'>;
  readonly heads: Pick<HeadSigner, 'signer' | 'sign' | 'heads'>;
  readonly vault: VaultParts;
  openScan(): Promise<LogScan & { close(): Promise<void> }>;
  /** For the check of the log: includes streams that are known to differ from the signed ones. */
  readonly storedLog: Pick<EventLog, 'readStream'>;
  /** The findings of the process itself. */
  readonly record: Pick<RecordCheck, 'compareViews' | 'refuseUnlike' | 'views'>;
  /** Called after each export, complete or not; must not throw. */
  readonly onExported: (context: SignedInContext, subject: Readonly<Record<string, string>>) => void;
}

/** Records an export in the trail of its reader. */
export const recordExport =
  (trail: Pick<Trail, 'record'>): ProofDeps['onExported'] =>
  (context, subject) =>
    trail.record({
      ...entryBy(context.caller, context),
      event: { type: 'ExportMade', data: { subject: { ...subject } } },
    });

/** Exports of the activity, the public keys, and the check of the log. */
export function proofQueries(
  deps: ProofDeps,
): Queries<'exportCsv' | 'exportNdjson' | 'listAuditKeys' | 'checkLog' | 'getLastCheck'> {
  const { activity, eventLog, heads, keys } = deps;
  const oneAtATime = oneReader();
  const reasonOf = reasonsIn(deps.sealedLog);

  return {
    async listAuditKeys() {
      return { body: { keys: await publicKeys(keys) } };
    },

    async exportCsv(request, snapshot, context) {
      const recorded = await selectionToRecord(activity, request);
      const { onEntry, whole } = exportRecorder({ format: 'csv', request, recorded, context }, deps.onExported);
      const [language, pauseBetween] = [languageIn(context.cookie) ?? 'en', openTurns(context.signal)] as const;
      const parts = { request, snapshot, language, reasonOf, pauseBetween, onEntry };
      return {
        body: {},
        headers: fileName(snapshot, request, 'csv'),
        text: await withFirstChunk(whole(csvOf(activity, parts))),
      };
    },

    async exportNdjson(request, snapshot, context) {
      const { clientId } = request;
      const { name, zone } = clinicOf(snapshot, clientId);
      const last = await heads.sign();
      // Nothing is signed while the activity is empty, and another process may have signed events that this one still
      // lacks.
      if (!last || !(await checkpointReached(activity, last.position))) return refusedUntilLevel(activity);
      const filter = await withAliases(
        filterOf(request, zone, await recordsNamed(request, snapshot)),
        request,
        activity,
      );
      const isWanted = predicateOf(filter);
      const recorded = await selectionToRecord(activity, request);
      const { onEntry, whole } = exportRecorder({ format: 'ndjson', request, recorded, context }, deps.onExported);
      const source = {
        log: eventLog,
        signer: await heads.signer(),
        async rowsOf(events: readonly StoredEvent[]) {
          const own = events.filter(({ metadata }) => metadata.clientId === clientId);
          // If omitted, they would count as entries of others. The activity has reached the last head, so it has each
          // of them.
          return own.length > 0 ? [...(await activity.entriesOf(own)).values()].filter(isWanted) : [];
        },
        entriesOf: (rows: readonly ActivityRow[]) => entriesOf(rows, { snapshot, activity, zone }),
        reasonOf,
      };
      const plan = {
        clientId,
        clinic: name,
        zone,
        selection: selectionOf(request),
        madeAt: new Date(context.now).toISOString(),
        pauseBetween: openTurns(context.signal),
        onEntry,
        ...stretchOf([...(await heads.heads())], last, filter),
      };
      return {
        body: {},
        headers: fileName(snapshot, request, 'ndjson'),
        text: await withFirstChunk(whole(ndjsonOf(source, plan))),
      };
    },

    async checkLog({ clientId, heads: keptHeads = [] }, _snapshot, { signal }) {
      const reader = oneAtATime(signal);
      if (!reader) return refuse('request.throttled', { retryAfter: 5 });
      const [row, signedHeads, knownKeys] = await Promise.all([
        activity.rows('digest', [digestKey]).then((rows) => rows.get(digestKey)),
        heads.heads(),
        publicKeys(keys),
      ]);
      const ofActivity = row ? { position: row.at, events: row.events, digest: row.digest } : null;
      const pieces = checkWholeLog({
        openScan: deps.openScan,
        vault: deps.vault,
        log: deps.storedLog,
        heads: signedHeads,
        keys: knownKeys,
        ofActivity,
        kept: keptHeads,
        clientId,
        signal,
        lengths: () => lengthsOf(activity, clientId),
      });
      return { body: [], pieces: reader(withViews(pieces, deps.record, clientId)) };
    },

    async getLastCheck({ clientId }) {
      const { views } = deps.record;
      const own = views?.faults.filter((fault) => fault.clientId === null || fault.clientId === clientId) ?? [];
      return { body: { viewsComparedAt: views?.at ?? null, differing: own.length } };
    },
  };
}

interface RequestedExport {
  readonly format: 'csv' | 'ndjson';
  readonly request: ExportRequest;
  readonly recorded: Readonly<Record<string, string>>;
  readonly context: SignedInContext;
}

interface ExportedEntries {
  readonly entries: number;
  readonly first: string;
  readonly last: string;
}

/**
 * What an export found. Of one person's entries neither the positions nor the number: they would name the person's
 * aliases, also after an erasure.
 */
function foundOf({ entries, first, last }: ExportedEntries, { actorId }: ExportRequest) {
  if (actorId !== undefined) return {};
  return { entries: String(entries), ...(entries > 0 && { firstPosition: first, lastPosition: last }) };
}

/** Counts the exported entries, and records the export when it ends, also if it ends early. */
function exportRecorder({ format, request, recorded, context }: RequestedExport, onExported: ProofDeps['onExported']) {
  const positions = { entries: 0, first: '', last: '' };
  return {
    onEntry(position: string): void {
      positions.entries += 1;
      if (positions.first === '' || position < positions.first) positions.first = position;
      if (position > positions.last) positions.last = position;
    },
    async *whole(text: AsyncIterable<string>): AsyncGenerator<string> {
      let isComplete = false;
      try {
        yield* text;
        isComplete = true;
      } finally {
        onExported(context, {
          format,
          ...recorded,
          complete: isComplete ? 'yes' : 'no',
          ...foundOf(positions, request),
        });
      }
    },
  };
}

interface CsvParts {
  readonly request: ExportRequest;
  readonly snapshot: Snapshot;
  /** The language of the headers. */
  readonly language: Language;
  readonly reasonOf: ReasonOf;
  readonly pauseBetween: () => Promise<void>;
  /** Called for each exported entry. */
  readonly onEntry: (position: string) => void;
}

/** The text of a CSV export, one chunk per page of rows. */
async function* csvOf(activity: Activity, parts: CsvParts): AsyncGenerator<string> {
  const { request, snapshot, reasonOf, pauseBetween, onEntry } = parts;
  const { clientId } = request;
  const clinic = clinicOf(snapshot, clientId);
  const lines = filterOf(request, clinic.zone, await recordsNamed(request, snapshot));
  const filter = await withAliases(lines, request, activity);
  const matches = predicateOf(filter);
  const { appointmentId: _, ...indexed } = filter.where;
  const query = { ...filter, where: indexed, view: 'entries', order: newestFirst } as const;
  let before = csvHeader(parts.language);
  for await (const rows of pagesOf((part) => activity.page({ ...query, ...part }), entriesInStep)) {
    await pauseBetween();
    const matching = rows.filter(matches);
    const entries = await entriesOf(matching, { snapshot, activity, zone: clinic.zone });
    const reasons = await Promise.all(entries.map(reasonOf));
    for (const entry of entries) onEntry(entry.position);
    yield before + entries.map((entry, index) => csvLine(entry, reasons[index] ?? null, clinic)).join('');
    before = '';
  }
}

const clinicOf = (snapshot: Snapshot, clientId: string): Clinic => ({
  name: snapshot.directory.client(clientId)?.name ?? '',
  zone: zoneOf(snapshot, clientId),
});

function fileName(snapshot: Snapshot, { clientId, from, to }: ExportRequest, extension: string) {
  const name = clinicOf(snapshot, clientId)
    .name.toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const parts = ['dayline', name, from, to === from ? undefined : to].filter((part) => part !== undefined);
  return { 'Content-Disposition': `attachment; filename="${parts.join('-')}.${extension}"` };
}

/** The number of events of each of a client's streams in the activity. */
async function lengthsOf(activity: Activity, clientId: string): Promise<ReadonlyMap<string, number>> {
  const lengths = new Map<string, number>();
  const query = { view: 'entries', where: { clientId }, order: newestFirst } as const;
  for await (const rows of pagesOf((part) => activity.page({ ...query, ...part }))) {
    for (const { stream, revision } of rows) lengths.set(stream, Math.max(lengths.get(stream) ?? 0, revision + 1));
  }
  return lengths;
}
