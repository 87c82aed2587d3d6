import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { LogCheck } from '@dayline/contracts/endpoints/audit/proof';
import type { KeptHead, PublicKey, SignedHead } from '@dayline/contracts/proof/signed-head';
import { headText, isSignedHead } from '@dayline/contracts/proof/signed-head';
import type { EventLog } from '@dayline/event-log/port';
import type { LogScan, ScannedEvent } from '@dayline/event-log/scan';
import { faultWords, mismatches, shortStreams } from '@dayline/event-log/sealed-log/fault-words';
import { isSignedBy } from '@dayline/event-log/sealed-log/signing';
import { LogVerifier } from '@dayline/event-log/sealed-log/verify';
import { type VaultParts, vaultVerifier } from '@dayline/stores/verify-vault';
import { entriesInStep, openTurns } from '../turns/turns.ts';

export interface LogCheckParts {
  openScan(): Promise<LogScan & { close(): Promise<void> }>;
  /** Read before the scan begins. */
  readonly heads: readonly SignedHead[];
  readonly keys: readonly PublicKey[];
  /** The activity's head; null while it is empty. */
  readonly ofActivity: KeptHead | null;
  /** Heads that the caller kept elsewhere. */
  readonly kept: readonly KeptHead[];
  /** The number of events of each of the client's streams in the activity, read only if a head doesn't fit. */
  lengths(): Promise<ReadonlyMap<string, number>>;
  readonly vault: VaultParts;
  readonly log: Pick<EventLog, 'readStream'>;
  /** Streams of other clients are not named. */
  readonly clientId: string;
  /** The signal of the call: a check ends when nobody waits for it any more. */
  readonly signal: AbortSignal | undefined;
}

type Fault = NonNullable<LogCheck['result']>['faults'][number];

const maxFaults = 100;
const eventsPerReport = 50_000;

/**
 * Checks the whole log, using half of the process's time, and reports its progress.
 * @throws the signal's reason
 */
export async function* checkWholeLog(parts: LogCheckParts): AsyncGenerator<LogCheck[]> {
  const { heads, keys, kept, ofActivity, clientId, signal } = parts;
  const faults: Fault[] = [];
  let count = 0;
  const report = (position: string, text: string): void => {
    count += 1;
    if (faults.length < maxFaults) faults.push({ position, text });
  };
  const pauseBetween = openTurns(signal);
  for (const head of [...heads, ...kept]) {
    await pauseBetween();
    if (isSignedHead(head) && !isSignedBy(keys, head, headText(head)))
      report(head.position, `The head at ${head.position} is not signed by this installation.`);
  }
  let isOwn = true;
  const scan = await parts.openScan();
  const verifier = new LogVerifier(
    scan,
    (fault) => report(fault.position, faultWords(isOwn ? fault : { ...fault, stream: 'another client' })),
    [...heads, ...kept, ...(ofActivity ? [ofActivity] : [])],
  );
  const vaultStore = vaultVerifier(parts.vault, parts.log, (fault) => {
    const isOfOtherClient = fault.clientId !== clientId && fault.clientId !== '';
    report(fault.position ?? '', isOfOtherClient ? 'The vault differs for another client.' : fault.text);
  });
  try {
    let reportedCount = 0;
    for await (const page of stepsOf(scan)) {
      signal?.throwIfAborted();
      const began = performance.now();
      for (const event of page) {
        // Events of the product itself, such as signed heads, have no client.
        isOwn = [clientId, ''].some((id) => event.metadata.includes(`"clientId":"${id}"`));
        verifier.check(event);
      }
      await vaultStore.check(page);
      if (verifier.events - reportedCount >= eventsPerReport) {
        reportedCount = verifier.events;
        yield [{ events: reportedCount, result: null }];
      }
      // Calls take precedence: after each step the check pauses as long as the step took.
      const took = performance.now() - began;
      await (took < 1 ? nextTurn() : pause(took));
    }
  } finally {
    await scan.close();
  }
  await vaultStore.finish();
  const labelOf = (head: KeptHead): string => {
    if (head === ofActivity) return 'the activity';
    return kept.includes(head) ? 'a file that you chose' : 'the log itself';
  };
  const wrong = mismatches(verifier.verdicts(), labelOf);
  for (const { head, text } of wrong) report(head.position, text);
  if (wrong.length > 0) {
    for (const line of shortStreams(await parts.lengths(), verifier.lengths())) report('', line);
  }
  const { events, streams, position } = verifier;
  yield [
    {
      events,
      result: { streams, position, heads: heads.length, kept: kept.length, views: null, count, faults },
    },
  ];
}

async function* stepsOf(scan: LogScan): AsyncGenerator<readonly ScannedEvent[]> {
  for await (const page of scan.pages()) {
    for (let from = 0; from < page.length; from += entriesInStep) yield page.slice(from, from + entriesInStep);
  }
}
