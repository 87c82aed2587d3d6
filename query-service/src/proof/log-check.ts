import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { LogCheck } from '@dayline/contracts/endpoints/proof';
import type { PublicKey, SignedHead } from '@dayline/contracts/signed-head';
import { headText } from '@dayline/contracts/signed-head';
import type { LogScan } from '@dayline/event-log/scan';
import { faultWords, headWords, shortStreams } from '@dayline/event-log/sealed-log/fault-words';
import { isSignedBy } from '@dayline/event-log/sealed-log/signing';
import { type KeptHead, logVerifier } from '@dayline/event-log/sealed-log/verify';

export interface LogCheckParts {
  openScan(): Promise<LogScan & { close(): Promise<void> }>;
  /** Read before the scan begins. */
  readonly heads: readonly SignedHead[];
  readonly keys: readonly PublicKey[];
  /** The activity's head; null while it is empty. */
  readonly kept: KeptHead | null;
  /** The number of events of each of the client's streams in the activity, read only if a head doesn't fit. */
  lengths(): Promise<ReadonlyMap<string, number>>;
  /** Streams of other clients are not named. */
  readonly clientId: string;
}

type Fault = NonNullable<LogCheck['result']>['faults'][number];

const mostFaults = 100;
const eventsPerReport = 50_000;

/** Checks the whole log, using half of the process's time, and reports how far it is. */
export async function* checkWholeLog(parts: LogCheckParts): AsyncGenerator<LogCheck[]> {
  const { heads, keys, kept, clientId } = parts;
  const faults: Fault[] = [];
  let count = 0;
  const say = (position: string, text: string): void => {
    count += 1;
    if (faults.length < mostFaults) faults.push({ position, text });
  };
  for (const head of heads) {
    if (!isSignedBy(keys, head, headText(head)))
      say(head.position, `The head at ${head.position} is not signed by us.`);
  }
  let isOwn = true;
  const scan = await parts.openScan();
  const verifier = logVerifier(
    scan,
    (fault) => say(fault.position, faultWords(isOwn ? fault : { ...fault, stream: 'another client' })),
    [...heads, ...(kept ? [kept] : [])],
  );
  try {
    let reported = 0;
    for await (const page of scan.pages()) {
      const began = performance.now();
      for (const event of page) {
        isOwn = event.metadata.includes(`"clientId":"${clientId}"`);
        verifier.check(event);
      }
      if (verifier.events - reported >= eventsPerReport) {
        reported = verifier.events;
        yield [{ events: reported, result: null }];
      }
      // Calls go first: as long as a page took, nothing is checked.
      const took = performance.now() - began;
      await (took < 1 ? nextTurn() : pause(took));
    }
  } finally {
    await scan.close();
  }
  const misfits = verifier.verdicts().filter(({ verdict }) => verdict !== 'fits');
  for (const { head, verdict } of misfits) {
    say(head.position, headWords(head, verdict, head === kept ? 'the activity' : 'the signed head'));
  }
  if (misfits.length > 0) {
    for (const line of shortStreams(await parts.lengths(), verifier.lengths())) say('', line);
  }
  const { events, streams, position } = verifier;
  yield [{ events, result: { streams, position, heads: heads.length, count, faults } }];
}
