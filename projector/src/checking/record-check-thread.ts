import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { digestKey, type LogDigestRow } from '@dayline/contracts/activity';
import { streams } from '@dayline/contracts/events/categories';
import { headText, type KeptHead, type SignedHead, signedHeadSchema } from '@dayline/contracts/proof/signed-head';
import { EventLogDamaged } from '@dayline/event-log/port';
import { differingStretch, faultWords, mismatches } from '@dayline/event-log/sealed-log/fault-words';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { isSignedBy, publicKeys } from '@dayline/event-log/sealed-log/signing';
import { LogVerifier } from '@dayline/event-log/sealed-log/verify';
import { openAuditStores, openLogScan, openProjectorStores, type ProjectorStores } from '@dayline/stores/open';
import { vaultVerifier } from '@dayline/stores/verify-vault';
import { activity } from '../projections/activity/projection.ts';
import { desk } from '../projections/desk/projection.ts';
import { storedFeed } from '../runner/stored-feed.ts';
import type { CheckedLog, CheckJob, CheckMessage, ComparedViews, RecordFault } from './record-check.ts';
import { servingRows, type ViewFault, verifyViews, viewFaultWords } from './verify-views.ts';

const port = parentPort;
if (!port) throw new Error('The record is checked in a thread of its own.');

/** The number of faults that are listed; further ones are only counted. */
const maxFaults = 100;
/** Longer than an erasure or the creation of an account takes, ms. */
const lookAgainMs = 2_000;

/** The faults; the first are listed. */
class Faults<Fault> {
  readonly faults: Fault[] = [];
  count = 0;
  readonly report = (fault: Fault): void => {
    this.count += 1;
    if (this.faults.length < maxFaults) this.faults.push(fault);
  };
}

/** Awaited between steps: pauses as long as the step took, so that other work goes first. */
function pauseFor(isPaced: boolean): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (isPaced) await pause(performance.now() - since);
    since = performance.now();
  };
}

/** Empty if the heads can't be read: the check of the log reports where. */
async function headsIn(log: ProjectorStores['log']): Promise<SignedHead[]> {
  try {
    return (await log.readStream(streams.logHeads)).map(({ data }) => signedHeadSchema.parse(data));
  } catch (error) {
    if (error instanceof EventLogDamaged) return [];
    throw error;
  }
}

async function checkLog({ settings, isPaced }: CheckJob): Promise<CheckedLog> {
  const stores = await openAuditStores(settings, { writesOnDemand: true });
  const scan = await openLogScan(settings);
  const pauseBetween = pauseFor(isPaced);
  try {
    const found = new Faults<RecordFault>();
    const { faults, report } = found;
    // Read before the log, which may grow meanwhile.
    const heads = await headsIn(stores.log);
    const keys = await publicKeys(stores.vault.keys);
    const unsignedHeads = heads
      .filter((head) => !isSignedBy(keys, head, headText(head)))
      .map(({ position }) => position);
    const seenHead = await headOfActivity(stores);
    const verifier = new LogVerifier(
      scan,
      (fault) => report({ position: fault.position, text: faultWords(fault) }),
      seenHead ? [...heads, seenHead] : heads,
    );
    const vaultStore = vaultFaults(stores);
    for await (const page of scan.pages()) {
      for (const event of page) verifier.check(event);
      await vaultStore.check(page);
      await pauseBetween();
    }
    const all = verifier.verdicts();
    const verdicts = all.filter(({ head }) => head !== seenHead);
    // The log ends before its earlier end: the followers report the set-back.
    const isAsSeen = all.every(({ head, verdict }) => head !== seenHead || verdict !== 'differs');
    for (const { head, text } of mismatches(verdicts, () => 'the log itself'))
      report({ position: head.position, text });
    const inVault = await vaultCount(vaultStore, { stores, settings, pauseBetween });
    return {
      what: 'log',
      count: found.count,
      faults,
      unsigned: unsignedHeads,
      unlike: differingStretch(verdicts),
      isAsSeen,
      inVault,
    };
  } finally {
    await scan.close();
    await stores.close();
  }
}

/** The activity's digest of the log; null while the activity is empty. */
async function headOfActivity({ views }: Pick<AuditStores, 'views'>): Promise<KeptHead | null> {
  const store = await servingRows({ views, projection: activity });
  if (!store) return null;
  try {
    // Cast is safe: the view's name determines the type of its rows.
    const row = (await store.load('digest', [digestKey])).get(digestKey) as LogDigestRow | undefined;
    return row ? { position: row.at, events: row.events, digest: row.digest } : null;
  } finally {
    await store.close();
  }
}

type AuditStores = Awaited<ReturnType<typeof openAuditStores>>;
interface VaultLook extends Pick<CheckJob, 'settings'> {
  readonly stores: AuditStores;
  readonly pauseBetween: () => Promise<void>;
}

/** Counts the places where the vault differs from the log. */
function vaultFaults({ vault, log }: Pick<AuditStores, 'vault' | 'log'>) {
  let count = 0;
  const verifier = vaultVerifier(vault, log, () => {
    count += 1;
  });
  return {
    check: verifier.check,
    async finish(): Promise<number> {
      await verifier.finish();
      return count;
    },
  };
}

/** Log and vault are written one after the other, so differences are checked a second time. */
async function vaultCount(
  first: ReturnType<typeof vaultFaults>,
  { stores, settings, pauseBetween }: VaultLook,
): Promise<number> {
  if ((await first.finish()) === 0) return 0;
  await pause(lookAgainMs);
  const scan = await openLogScan(settings);
  try {
    const again = vaultFaults(stores);
    for await (const page of scan.pages()) {
      await again.check(page);
      await pauseBetween();
    }
    return await again.finish();
  } finally {
    await scan.close();
  }
}

/** @throws Error if they could not be compared */
async function compareViews({ settings, isPaced }: CheckJob): Promise<ComparedViews> {
  const stores = await openProjectorStores(settings);
  const { signal } = new AbortController();
  try {
    const found = new Faults<ViewFault & { readonly text: string }>();
    let rows = 0;
    for (const projection of [desk, activity]) {
      const name = `${projection.name}@${projection.version}`;
      const verification = await verifyViews({
        ...{ projection, views: stores.views, signal, pauseBetween: pauseFor(isPaced) },
        feed: projection === activity ? storedFeed(stores.log) : openSealedLog(stores.log, stores.keys),
        onFault: (fault) => found.report({ ...fault, text: `${name} ${viewFaultWords(fault)}` }),
      });
      if (verification.kind !== 'compared') throw new Error(`${name} has no rows of this log as yet.`);
      rows += verification.rows;
    }
    return { what: 'views', rows, count: found.count, faults: found.faults };
  } finally {
    await stores.close();
  }
}

// Cast is safe: only record-check.ts starts this thread.
const job = workerData as CheckJob;
const post = (message: CheckMessage): void => port.postMessage(message);
// Keeps the thread alive, which the follower of the log alone doesn't.
const alive = setInterval(() => undefined, 60_000);
(job.what === 'log' ? checkLog(job) : compareViews(job))
  .then(post, (error: unknown) =>
    post({ what: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  )
  .finally(() => clearInterval(alive));
