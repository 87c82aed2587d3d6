import { hash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ActivityRow, digestKey, type LogDigestRow } from '@dayline/contracts/activity';
import { ExportChecker, reportFormat } from '@dayline/contracts/export-check';
import { streams } from '@dayline/contracts/ids';
import { headText, type PublicKey, type SignedHead, signedHeadSchema } from '@dayline/contracts/signed-head';
import type { EventLog } from '@dayline/event-log/port';
import { faultWords, headWords, shortStreams } from '@dayline/event-log/sealed-log/fault-words';
import { isSignedBy, publicKeys } from '@dayline/event-log/sealed-log/signing';
import { type KeptHead, verifyLog } from '@dayline/event-log/sealed-log/verify';
import { activity } from '@dayline/projector/projections/activity/projection';
import { openLogScan, openProjectorStores } from '@dayline/stores/open';
import type { ProjectionStore } from '@dayline/view-store/port';
import type { Command } from 'commander';
import { z } from 'zod';
import { CliFailure } from './failure.ts';
import { settingsWithLog } from './workplace.ts';

/** At most this many faults are printed; all are counted. */
const mostPrinted = 100;

export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('whether the log is as it was appended');
  audit
    .command('verify')
    .description(
      'check the whole log (positions, revisions, checksums, chains, running digest, signed heads), or an export; the product may run',
    )
    .argument('[files...]', 'exports as NDJSON, and heads that were kept: the log is compared with each head')
    .action(verify);
  audit
    .command('head')
    .description(
      'print what the log stands at, to be kept elsewhere: a later check finds what was cut off or taken out',
    )
    .action(printHead);
}

/** A head as `audit head` prints it, or signed, as the product writes it out. */
const headSchema = z.union([
  z.strictObject(signedHeadSchema.shape),
  z.strictObject({ position: z.string(), events: z.int().min(1), digest: z.string() }),
]);

interface Kept {
  /** The head that the activity keeps of the log; null while it holds nothing. */
  readonly head: KeptHead | null;
  /** The number of events of each stream in the activity. */
  lengths(): Promise<ReadonlyMap<string, number>>;
  /** The heads that the log has of itself, oldest first. */
  readonly signed: readonly SignedHead[];
  readonly keys: readonly PublicKey[];
}

/** Calls `work` with what the views, the log and the vault keep of the log. */
async function withKept(work: (kept: Kept) => Promise<void>): Promise<void> {
  const stores = await openProjectorStores(settingsWithLog());
  const store = await stores.views.open(activity, 'read');
  try {
    // Cast is safe: the view's name determines the type of its rows.
    const row = (await store.load('digest', [digestKey])).get(digestKey) as LogDigestRow | undefined;
    const head = row ? { position: row.at, events: row.events, digest: row.digest } : null;
    const keys = await publicKeys(stores.keys);
    await work({ head, lengths: () => lengthsIn(store), signed: await signedHeads(stores.log), keys });
  } finally {
    await store.close();
    await stores.close();
  }
}

/** None where the log is too damaged to be read: the check of it says where. */
async function signedHeads(log: Pick<EventLog, 'readStream'>): Promise<SignedHead[]> {
  try {
    return (await log.readStream(streams.logHeads)).map(({ data }) => signedHeadSchema.parse(data));
  } catch {
    console.error('The signed heads in the log cannot be read: the log was not compared with them.');
    return [];
  }
}

async function lengthsIn(store: Pick<ProjectionStore, 'scan'>): Promise<ReadonlyMap<string, number>> {
  const lengths = new Map<string, number>();
  for await (const each of store.scan('entries')) {
    const { stream, revision, gone } = each as ActivityRow;
    if (!gone) lengths.set(stream, Math.max(lengths.get(stream) ?? 0, revision + 1));
  }
  return lengths;
}

function printHead(): Promise<void> {
  return withKept(async ({ head }) => {
    if (!head) throw new CliFailure('The activity holds nothing yet: start the product, which builds it.');
    console.log(JSON.stringify(head));
  });
}

function headIn(file: string): KeptHead | SignedHead {
  try {
    return headSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new CliFailure(`${file} is no export and no head that Dayline has written.`);
  }
}

async function verify(files: readonly string[]): Promise<void> {
  const areExports = await Promise.all(files.map(isExport));
  const exported = files.filter((_, index) => areExports[index]);
  const headFiles = files.filter((_, index) => !areExports[index]);
  const heads = headFiles.map((file) => ({ whose: file, head: headIn(file) }));
  // The activity is read before the log, which may grow meanwhile.
  return withKept(async (kept) => {
    for (const file of exported) await verifyExport(file, kept.keys);
    if (heads.length > 0 || exported.length === 0) await verifyAgainst(kept, heads);
  });
}

const linesOf = (file: string) =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });

async function isExport(file: string): Promise<boolean> {
  try {
    for await (const line of linesOf(file)) return /"format":"dayline-(export|report)\//.test(line);
  } catch {
    throw new CliFailure(`${file} cannot be read.`);
  }
  return false;
}

/** @throws CliFailure if the export isn't as it was given out */
async function verifyExport(file: string, keys: readonly PublicKey[]): Promise<void> {
  const checker = new ExportChecker({
    sha256: (text) => hash('sha256', text, 'hex'),
    isSigned: (signed, text) => isSignedBy(keys, signed, text),
  });
  for await (const line of linesOf(file)) await checker.check(line);
  const { header, faults, entries, leftOut, heads } = checker.finish();
  for (const { line, text } of faults.slice(0, mostPrinted)) console.log(`line ${line}: ${text}`);
  const what =
    header?.format === reportFormat
      ? `${entries} lines of a report`
      : `${entries} entries, hashes of ${leftOut} others, ${heads} signed heads`;
  if (faults.length > 0)
    throw new CliFailure(`${file} is not as it was given out: ${faults.length} faults in ${what}.`);
  console.log(`${file}: ${what}: all as they were given out.`);
}

interface NamedHead {
  readonly whose: string;
  readonly head: KeptHead | SignedHead;
}

async function verifyAgainst(kept: Kept, ofFiles: readonly NamedHead[]): Promise<void> {
  const { dataDir, eventStoreUrl } = settingsWithLog();
  const signed = kept.signed.map((head) => ({ whose: `the log, signed at ${head.signedAt}`, head }));
  const ofActivity = kept.head ? [{ whose: 'the activity', head: kept.head }] : [];
  const named: readonly NamedHead[] = [...ofActivity, ...signed, ...ofFiles];
  const scan = await openLogScan({ dataDir, eventStoreUrl });
  let faults = 0;
  const say = (line: string): void => {
    faults += 1;
    if (faults <= mostPrinted) console.log(line);
    if (faults === mostPrinted + 1) console.log('More follow, which are only counted.');
  };
  try {
    for (const { head, whose } of named) {
      if ('signature' in head && !isSignedBy(kept.keys, head, headText(head))) {
        say(`position ${head.position}: the head of ${whose} is not signed by this installation`);
      }
    }
    const verified = await verifyLog(
      scan,
      (fault) => say(faultWords(fault)),
      named.map(({ head }) => head),
    );
    const { events, streams: count, position } = verified;
    const misfits = verified.verdicts().filter(({ verdict }) => verdict !== 'fits');
    for (const { head, verdict } of misfits) {
      const whose = named.find((each) => each.head === head)?.whose ?? '';
      say(headWords(head, verdict, whose));
    }
    if (misfits.some(({ head }) => head === kept.head)) {
      for (const line of shortStreams(await kept.lengths(), verified.lengths())) say(line);
    }
    if (!kept.head) console.error('The activity holds nothing yet: the log was not compared with it.');
    const what = `${events} events in ${count} streams, up to position ${position ?? 'start'}`;
    if (faults > 0) throw new CliFailure(`The log is not as it was appended: ${faults} faults in ${what}.`);
    console.log(`${what}: all as they were appended.`);
  } finally {
    await scan.close();
  }
}
