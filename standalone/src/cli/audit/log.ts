import { counted } from '@dayline/contracts/fields/phrase';
import {
  headText,
  isSignedHead,
  type KeptHead,
  type PublicKey,
  type SignedHead,
} from '@dayline/contracts/proof/signed-head';
import type { EventLog } from '@dayline/event-log/port';
import { faultWords, mismatches, shortStreams } from '@dayline/event-log/sealed-log/fault-words';
import { isSignedBy } from '@dayline/event-log/sealed-log/signing';
import { LogVerifier } from '@dayline/event-log/sealed-log/verify';
import { openLogScan, type StoreSettings } from '@dayline/stores/open';
import { type VaultParts, vaultVerifier } from '@dayline/stores/verify-vault';
import { say } from '../terminal/output.ts';

/** At most this many faults are printed; all are counted. */
export const maxPrinted = 100;

/** A head from a file, and the file's name. */
export interface NamedHead {
  readonly whose: string;
  readonly head: KeptHead;
}

/** What the views, the log and the vault hold about the log. */
export interface StoredRecords {
  /** The log's head as the activity has it; null while the activity is empty. */
  readonly head: KeptHead | null;
  /** The number of events of each stream in the activity. */
  lengths(): Promise<ReadonlyMap<string, number>>;
  /** The set-backs that operators accepted, one line each. */
  readonly setBacks: readonly string[];
  /** The log's own signed heads, oldest first. */
  readonly signed: readonly SignedHead[];
  readonly keys: readonly PublicKey[];
  readonly vault: VaultParts;
  readonly log: Pick<EventLog, 'readStream'>;
}

/** Prints the first faults and counts all. */
export class Faults {
  count = 0;
  readonly report = (line: string): void => {
    this.count += 1;
    if (this.count <= maxPrinted) say(line);
    if (this.count === maxPrinted + 1) say('Further faults are only counted.');
  };
}

/** Compares the log with itself and with the heads. Returns its extent as text. */
export async function verifyAgainst(
  settings: Pick<StoreSettings, 'dataDir' | 'eventStoreUrl'>,
  records: StoredRecords,
  fileHeads: readonly NamedHead[],
  faults: Faults,
): Promise<string> {
  const signedHeads = records.signed.map((head) => ({ whose: `the log, signed at ${head.signedAt}`, head }));
  const ofActivity = records.head ? [{ whose: 'the activity', head: records.head }] : [];
  const allHeads: readonly NamedHead[] = [...ofActivity, ...signedHeads, ...fileHeads];
  const scan = await openLogScan(settings);
  const fault = faults.report;
  try {
    for (const { head, whose } of allHeads) {
      if (isSignedHead(head) && !isSignedBy(records.keys, head, headText(head))) {
        fault(`position ${head.position}: the head of ${whose} is not signed by this installation`);
      }
    }
    const verifier = new LogVerifier(
      scan,
      (found) => fault(faultWords(found)),
      allHeads.map(({ head }) => head),
    );
    const vaultStore = vaultVerifier(records.vault, records.log, ({ text }) => fault(text));
    for await (const page of scan.pages()) {
      for (const event of page) verifier.check(event);
      await vaultStore.check(page);
    }
    await vaultStore.finish();
    const { events, streams: count, position } = verifier;
    const wrong = mismatches(
      verifier.verdicts(),
      (head) => allHeads.find((candidate) => candidate.head === head)?.whose ?? '',
    );
    for (const { text } of wrong) fault(text);
    if (wrong.some(({ head }) => head === records.head)) {
      for (const line of shortStreams(await records.lengths(), verifier.lengths())) fault(line);
    }
    return `${counted(events, 'event')} in ${counted(count, 'stream')}, up to position ${position ?? 'start'}`;
  } finally {
    await scan.close();
  }
}

/** Prints what the log was compared with, and prominently what it wasn't. */
export function reportComparison(records: StoredRecords, fileHeads: readonly NamedHead[]): void {
  const activity = records.head ? ', and what the activity has seen' : '';
  say(`Heads compared: ${records.signed.length} signed in the log, ${fileHeads.length} kept${activity}.`);
  for (const line of records.setBacks) say(line);
  if (!records.head) console.error('The activity is empty, so the log was not compared with it.');
  if (records.signed.length === 0 && fileHeads.length === 0) {
    console.error('WARNING: the log has no signed head and none was given. Anyone who can write the log could');
    console.error('have rewritten it completely; only a head kept elsewhere would reveal that.');
  }
}
