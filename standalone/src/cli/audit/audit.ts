import { readFileSync } from 'node:fs';
import { type ActivityRow, digestKey, type LogDigestRow } from '@dayline/contracts/activity';
import { streams } from '@dayline/contracts/events/categories';
import { type KeptHead, keptHeadSchema, type SignedHead, signedHeadSchema } from '@dayline/contracts/proof/signed-head';
import { type EventLog, EventLogDamaged } from '@dayline/event-log/port';
import { publicKeys } from '@dayline/event-log/sealed-log/signing';
import { headOfLog } from '@dayline/event-log/sealed-log/verify';
import { activity } from '@dayline/projector/projections/activity/projection';
import { openAuditStores, openLogScan, type StoreSettings } from '@dayline/stores/open';
import type { ProjectionStore } from '@dayline/view-store/port';
import type { Command } from 'commander';
import { acceptedSetBacks } from '../set-back.ts';
import { CliFailure, unreadable } from '../terminal/failure.ts';
import { say } from '../terminal/output.ts';
import { settingsWithLog } from '../workplace.ts';
import { isExport, verifyExport } from './export.ts';
import { Faults, type NamedHead, reportComparison, type StoredRecords, verifyAgainst } from './log.ts';
import { verifyAllViews } from './views.ts';

export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('checks of the event log');
  audit
    .command('verify')
    .description(
      'check the whole log (positions, revisions, checksums, chains, digest, signed heads), or an export; the product can be running',
    )
    .argument('[files...]', 'NDJSON exports and kept heads; the log is compared with each head')
    .option('--views', 'also fold the log again and compare the views with it, row by row; takes as long as a rebuild')
    .action(verify);
  audit
    .command('head')
    .description('print the head of the log; keep it elsewhere so that a later check detects removed events')
    .action(printHead);
}

/** Calls `work` with what the views, the log and the vault hold about the log. */
export async function withRecords<Result>(
  settings: StoreSettings,
  work: (records: StoredRecords) => Promise<Result>,
): Promise<Result> {
  const stores = await openAuditStores(settings);
  const store = await stores.views.open(activity, 'read');
  try {
    // Cast is safe: the view's name determines the type of its rows.
    const row = (await store.load('digest', [digestKey])).get(digestKey) as LogDigestRow | undefined;
    const head = row ? { position: row.at, events: row.events, digest: row.digest } : null;
    const { vault } = stores;
    return await work({
      head,
      lengths: () => lengthsIn(store),
      signed: await signedHeads(stores.log),
      setBacks: await acceptedSetBacks(stores.log),
      keys: await publicKeys(vault.keys),
      vault,
      log: stores.log,
    });
  } finally {
    await store.close();
    await stores.close();
  }
}

/** Empty if the log is too damaged to be read: the log check reports where. */
async function signedHeads(log: Pick<EventLog, 'readStream'>): Promise<SignedHead[]> {
  try {
    return (await log.readStream(streams.logHeads)).map(({ data }) => signedHeadSchema.parse(data));
  } catch (error) {
    if (!(error instanceof EventLogDamaged)) throw error;
    console.error('The signed heads in the log cannot be read, so the log was not compared with them.');
    return [];
  }
}

async function lengthsIn(store: Pick<ProjectionStore, 'scan'>): Promise<ReadonlyMap<string, number>> {
  const lengths = new Map<string, number>();
  for await (const row of store.scan('entries')) {
    const { stream, revision, gone } = row as ActivityRow;
    if (!gone) lengths.set(stream, Math.max(lengths.get(stream) ?? 0, revision + 1));
  }
  return lengths;
}

/** Reads the log itself: if it was set back, the activity's head covers entries that the log no longer has. */
function printHead(): Promise<void> {
  const settings = settingsWithLog();
  return withRecords(settings, async ({ head: seenHead }) => {
    const scan = await openLogScan(settings);
    const head = await headOfLog(scan).finally(() => scan.close());
    if (!head) throw new CliFailure('The log is empty.');
    console.log(JSON.stringify(head));
    if (seenHead && seenHead.position > head.position) {
      console.error(`WARNING: the log was set back: the activity has seen it up to position ${seenHead.position}.`);
    }
  });
}

function headIn(file: string): KeptHead {
  try {
    return keptHeadSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (typeof error === 'object' && error && 'code' in error) throw unreadable(file, error);
    throw new CliFailure(`${file} is neither an export nor a head written by Dayline.`);
  }
}

async function verify(files: readonly string[], { views = false }: { views?: boolean }): Promise<void> {
  const areExports = await Promise.all(files.map(isExport));
  const exportFiles = files.filter((_, index) => areExports[index]);
  const headFiles = files.filter((_, index) => !areExports[index]);
  const heads = headFiles.map((file) => ({ whose: file, head: headIn(file) }));
  // The activity is read before the log, which may grow meanwhile.
  return withRecords(settingsWithLog(), async (records) => {
    for (const file of exportFiles) await verifyExport(file, records.keys, heads);
    if (heads.length > 0 || exportFiles.length === 0 || views) await verifyHere(records, heads, views);
  });
}

/** @throws CliFailure if the log, or what is compared with it, was altered */
async function verifyHere(records: StoredRecords, heads: readonly NamedHead[], views: boolean): Promise<void> {
  const faults = new Faults();
  const extent = await verifyAgainst(settingsWithLog(), records, heads, faults);
  reportComparison(records, heads);
  if (faults.count > 0) {
    if (views) console.error('The views were not compared because the log is damaged.');
    throw new CliFailure(`The log was tampered with or damaged: ${faults.count} faults in ${extent}.`);
  }
  if (views) await verifyAllViews(faults);
  if (faults.count > 0) throw new CliFailure(`The views differ from the log: ${faults.count} faults.`);
  say(`${extent}: no tampering found.`);
}
