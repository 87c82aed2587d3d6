import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ActivityRow, digestKey, type LogDigestRow } from '@dayline/contracts/activity';
import { type KeptHead, type LogFault, verifyLog } from '@dayline/event-log/sealed-log/verify';
import { activity } from '@dayline/projector/projections/activity/projection';
import { openLogScan, openProjectorStores } from '@dayline/stores/open';
import type { ProjectionStore } from '@dayline/view-store/port';
import type { Command } from 'commander';
import { z } from 'zod';
import { CliFailure } from './failure.ts';
import { settingsOfAnyEngine } from './workplace.ts';

/** At most this many faults are printed; all are counted. */
const mostPrinted = 100;

export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('whether the log is as it was appended');
  audit
    .command('verify')
    .description(
      'check the whole log: positions, revisions, checksums, hash chain, running digest; the product may run',
    )
    .argument('[heads...]', 'files that `audit head` wrote earlier: the log is compared with each')
    .action(verify);
  audit
    .command('head')
    .description(
      'print what the log stands at, to be kept elsewhere: a later check finds what was cut off or taken out',
    )
    .action(printHead);
}

const headSchema = z.strictObject({ position: z.string(), events: z.int().min(1), digest: z.string() });

interface Kept {
  readonly head: KeptHead;
  /** The number of events of each stream in the activity. */
  lengths(): Promise<ReadonlyMap<string, number>>;
}

/** Calls `work` with the head and lengths that the activity keeps of the log; null while it is empty. */
async function withKept(work: (kept: Kept | null) => Promise<void>): Promise<void> {
  const stores = await openProjectorStores(settingsOfAnyEngine());
  const store = await stores.views.open(activity, 'read');
  try {
    // Cast is safe: the view's name determines the type of its rows.
    const row = (await store.load('digest', [digestKey])).get(digestKey) as LogDigestRow | undefined;
    const head = row && { position: row.at, events: row.events, digest: row.digest };
    await work(head ? { head, lengths: () => lengthsIn(store) } : null);
  } finally {
    await store.close();
    await stores.close();
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
  refuseWithoutLog();
  return withKept(async (kept) => {
    if (!kept) throw new CliFailure('The activity holds nothing yet: start the product, which builds it.');
    console.log(JSON.stringify(kept.head));
  });
}

function headIn(file: string): KeptHead {
  try {
    return headSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new CliFailure(`${file} is no head that "dayline audit head" has printed.`);
  }
}

function refuseWithoutLog(): void {
  const { dataDir, eventStoreUrl } = settingsOfAnyEngine();
  if (eventStoreUrl === null && !existsSync(join(dataDir, 'events.db'))) {
    throw new CliFailure(`There is no log in DATA_DIR ${dataDir} yet.`);
  }
}

/** Events missing from the log's streams, or unexpected in them, compared with the activity. */
function linesOfStreams(seen: ReadonlyMap<string, number>, there: ReadonlyMap<string, number>): string[] {
  return [...seen].flatMap(([stream, length]) => {
    const left = there.get(stream) ?? 0;
    if (left >= length) return [];
    if (left === 0) return [`${stream}: vanished, the activity has seen ${length} of its events`];
    return [`${stream}: its end was cut off, the activity has seen ${length} of its events and ${left} are left`];
  });
}

function verify(files: readonly string[]): Promise<void> {
  refuseWithoutLog();
  const heads = files.map((file) => ({ whose: file, head: headIn(file) }));
  // The activity is read before the log, which may grow meanwhile.
  return withKept((kept) => verifyAgainst(kept, heads));
}

interface NamedHead {
  readonly whose: string;
  readonly head: KeptHead;
}

async function verifyAgainst(kept: Kept | null, ofFiles: readonly NamedHead[]): Promise<void> {
  const { dataDir, eventStoreUrl } = settingsOfAnyEngine();
  const named = [...(kept ? [{ whose: 'the activity', head: kept.head }] : []), ...ofFiles];
  const scan = await openLogScan({ dataDir, eventStoreUrl });
  let faults = 0;
  const say = (line: string): void => {
    faults += 1;
    if (faults <= mostPrinted) console.log(line);
    if (faults === mostPrinted + 1) console.log('More follow, which are only counted.');
  };
  try {
    const verified = await verifyLog(
      scan,
      (fault) => say(lineOf(fault)),
      named.map(({ head }) => head),
    );
    const { events, streams, position } = verified;
    const misfits = verified.verdicts().filter(({ verdict }) => verdict !== 'fits');
    for (const { head, verdict } of misfits) {
      const whose = named.find((each) => each.head === head)?.whose ?? '';
      say(lineOfHead(head, verdict, whose));
    }
    if (kept && misfits.some(({ head }) => head === kept.head)) {
      for (const line of linesOfStreams(await kept.lengths(), verified.lengths())) say(line);
    }
    if (!kept) console.error('The activity holds nothing yet: the log was not compared with it.');
    const what = `${events} events in ${streams} streams, up to position ${position ?? 'start'}`;
    if (faults > 0) throw new CliFailure(`The log is not as it was appended: ${faults} faults in ${what}.`);
    console.log(`${what}: all as they were appended.`);
  } finally {
    await scan.close();
  }
}

const lineOfHead = ({ position, events }: KeptHead, verdict: string, whose: string): string =>
  verdict === 'gone'
    ? `position ${position}: gone, though the head of ${whose} has ${events} events up to there`
    : `position ${position}: up to here stand other events, or in another order, than in the head of ${whose}`;

const numbers = (from: number, to: number): string => (from === to ? String(from) : `${from} to ${to}`);

function lineOf({ position, stream, revision, fault }: LogFault): string {
  const place = `position ${position}, ${stream}@${revision}`;
  switch (fault.kind) {
    case 'altered':
      return `${place}: altered, its ${fault.by} doesn't fit`;
    case 'missingRevisions':
      return `${place}: revision ${numbers(fault.from, fault.to)} of the stream is missing before it`;
    case 'missingPositions':
      return `${place}: position ${numbers(fault.from, fault.to)} is missing before it`;
    case 'added':
      return `${place}: added, its place was taken or is none`;
  }
}
