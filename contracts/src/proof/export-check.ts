import { z } from 'zod';
import {
  authorOf,
  contentSchema,
  type ExportEnd,
  type ExportEntry,
  type ExportHeader,
  exportFormat,
  headerSchema,
  lineSchema,
  type ReportHeader,
  reportFormat,
  reportHeaderSchema,
  reportLineSchema,
  sealedText,
  sealText,
} from './export-format.ts';
import { KeptHeads, type KeptHeadsVerdict } from './kept-heads.ts';
import { digestStart, digestText, leafText } from './log-digest.ts';
import { headText, isSignedHead, type KeptHead, type SignedHead } from './signed-head.ts';

export interface ExportFault {
  /** Starts at 1. */
  readonly line: number;
  readonly kind: 'altered' | 'missing' | 'added' | 'reordered' | 'cut' | 'forged' | 'otherHead' | 'setBack';
  readonly text: string;
}

export interface ExportVerdict {
  /** Null if the file is not an export. */
  readonly header: ExportHeader | ReportHeader | null;
  /** For a report: its lines. */
  readonly entries: number;
  readonly leftOut: number;
  /** The number of signed heads that were compared, including the start. */
  readonly heads: number;
  readonly kept: KeptHeadsVerdict;
  readonly faults: readonly ExportFault[];
}

/** Whether no kept head was compared: the log may have been rewritten. A report has no entries to compare. */
export const isUncompared = ({ header, kept }: Pick<ExportVerdict, 'header' | 'kept'>): boolean =>
  kept.compared === 0 && (kept.given > 0 || header?.format !== reportFormat);

/** Hashing and signatures, by Node's crypto or the browser's. */
export interface ExportCrypto {
  /** Hex. */
  sha256(text: string): string | Promise<string>;
  isSigned(signature: { keyId: string; signature: string }, text: string): boolean | Promise<boolean>;
}

const maxFaults = 1_000;

interface PlacedEntry extends Pick<ExportEntry, 'position'> {
  readonly line: number;
  /** The entry, to name in a fault. */
  readonly where: string;
}

/** Checks an export line by line; keeps the last revision and chain of each stream. */
export class ExportChecker {
  readonly #crypto: ExportCrypto;
  readonly #faults: ExportFault[] = [];
  readonly #streams = new Map<string, { revision: number; chain: string }>();
  #header: ExportHeader | ReportHeader | null = null;
  #line = 0;
  #seal = '';
  #digest = digestStart;
  /** The number of the log's entries so far, counted from the last head. */
  #events = 0;
  #position = '';
  /** The start of the export, and the last signed head so far. */
  #start: SignedHead | null = null;
  #lastHead: SignedHead | null = null;
  /**
   * Since the last head: the first entry whose position isn't the number of entries so far, and one whose position is
   * higher than the others.
   */
  #unnumbered: PlacedEntry | null = null;
  #furthest: PlacedEntry | null = null;
  /** Whether the previous line was a signed head, or the log's start. */
  #isAtHead = true;
  #entries = 0;
  #leftOut = 0;
  #heads = 0;
  #end: ExportEnd | null = null;
  readonly #given: readonly KeptHead[];
  readonly #kept: KeptHeads;

  /** @param keptHeads heads of the log that were kept elsewhere */
  constructor(crypto: ExportCrypto, keptHeads: readonly KeptHead[] = []) {
    this.#crypto = crypto;
    this.#given = keptHeads;
    this.#kept = new KeptHeads(keptHeads);
  }

  /** Checks the next line, without its line break. */
  async check(text: string): Promise<void> {
    this.#line += 1;
    if (this.#line === 1) await this.#begin(text);
    else if (this.#end) this.#say('added', 'A line was added after the end.');
    else await this.#checkLine(text);
    if (!this.#end) this.#seal = await this.#crypto.sha256(sealText(this.#seal, text));
  }

  /** The verdict, after the last line. */
  finish(): ExportVerdict {
    if (this.#line === 0) this.#say('altered', 'This is not an export with a hash chain.');
    if (this.#header && !this.#end) this.#say('cut', 'The end is missing: the file was cut off.');
    const header = this.#header?.format === exportFormat ? this.#header : null;
    const everyHead = header?.everyHead === true;
    // An export signs a head and reaches it, unless it was limited to a date.
    const reachedAt = header && header.selection['to'] === undefined ? header.madeAt : null;
    const { verdict, lacking, ahead } = this.#kept.finish(this.#start, this.#lastHead, everyHead, reachedAt);
    for (const { events, signedAt } of ahead) {
      const count = this.#lastHead?.events ?? 0;
      this.#say(
        'setBack',
        `The log was set back or rewritten: it had ${events} entries at ${signedAt}, but only ${count} when this file was made.`,
      );
    }
    for (const { position } of lacking)
      this.#say('otherHead', `The kept head of position ${position} is not in the file.`);
    return {
      header: this.#header,
      entries: this.#entries,
      leftOut: this.#leftOut,
      heads: this.#heads,
      kept: verdict,
      faults: this.#faults,
    };
  }

  #say(kind: ExportFault['kind'], text: string, line = this.#line): void {
    if (this.#faults.length < maxFaults) this.#faults.push({ line, kind, text });
  }

  async #begin(text: string): Promise<void> {
    const header = z.union([headerSchema, reportHeaderSchema]).safeParse(jsonOf(text));
    if (!header.success) return this.#say('altered', 'This is not an export with a hash chain.');
    this.#header = header.data;
    for (const head of this.#given) {
      if (isSignedHead(head) && !(await this.#crypto.isSigned(head, headText(head)))) {
        this.#say('forged', `The kept head of position ${head.position} is not signed by this installation.`);
      }
    }
    if (!('start' in header.data) || !header.data.start) return;
    this.#start = header.data.start;
    await this.#accept(header.data.start);
  }

  async #checkLine(text: string): Promise<void> {
    if (this.#header?.format === reportFormat) return this.#checkReportLine(text);
    const parsed = lineSchema.safeParse(jsonOf(text));
    if (!parsed.success) return this.#say('altered', 'The line cannot be read.');
    const line = parsed.data;
    if ('content' in line) return this.#checkEntry(line);
    if ('leftOut' in line) {
      this.#leftOut += line.leftOut.length;
      for (const leaf of line.leftOut) await this.#add(leaf);
      return;
    }
    if ('head' in line) return this.#checkHead(line.head);
    if ('skip' in line) {
      if (!this.#isAtHead) this.#say('missing', `Entries before position ${line.skip.position} are missing.`);
      return this.#accept(line.skip);
    }
    return this.#checkEnd(line.end);
  }

  /** Only the seal shows whether a sum was altered. */
  async #checkReportLine(text: string): Promise<void> {
    const parsed = reportLineSchema.safeParse(jsonOf(text));
    if (!parsed.success) return this.#say('altered', 'The line cannot be read.');
    if (!('row' in parsed.data)) return this.#checkEnd(parsed.data.end);
    this.#entries += 1;
  }

  async #checkEntry(entry: ExportEntry): Promise<void> {
    this.#entries += 1;
    const content = contentSchema.safeParse(jsonOf(entry.content));
    if (!content.success) return this.#say('altered', `The entry at position ${entry.position} was altered.`);
    const { stream, revision, metadata } = content.data;
    const where = `The entry at position ${entry.position} (${stream}, revision ${revision})`;
    const chain = await this.#crypto.sha256(entry.previous + entry.content);
    const before = this.#streams.get(stream);
    if (chain !== entry.chain) this.#say('altered', `${where} was altered.`);
    else if (!isTimeOf(entry, metadata.recordedAt)) this.#say('altered', `The time of ${lower(where)} was altered.`);
    else if (authorOf(content.data) !== entry.by) this.#say('altered', `The author of ${lower(where)} was altered.`);
    else if (before && revision === before.revision)
      this.#say('added', `${where} was added: its number is already taken.`);
    else if ((before && revision < before.revision) || entry.position < this.#position) {
      this.#say('reordered', `${where} is out of order.`);
    } else if (entry.position <= (this.#lastHead?.position ?? '')) {
      this.#say('altered', `The position of ${lower(where)} was altered.`);
    } else if (entry.previous !== (before && revision === before.revision + 1 ? before.chain : entry.previous)) {
      this.#say('altered', `${where} does not follow the entry before it in its stream.`);
    } else if ((revision === 0) !== (entry.previous === '')) this.#say('altered', `${where} was altered.`);
    if (!before || revision > before.revision) this.#streams.set(stream, { revision, chain: entry.chain });
    if (entry.position > this.#position) this.#position = entry.position;
    await this.#add(await this.#crypto.sha256(leafText({ stream, revision, metadata: { chain: entry.chain } })));
    const place = { line: this.#line, position: entry.position, where };
    if (Number(entry.position) !== this.#events) this.#unnumbered ??= place;
    if (entry.position > (this.#furthest?.position ?? '')) this.#furthest = place;
  }

  /** Positions rise up to the head's; in a log without gaps each is the number of entries up to it. */
  #checkPositions({ position, events }: SignedHead): void {
    const isPast = this.#furthest && this.#furthest.position > position;
    const wrong = Number(position) === events ? this.#unnumbered : isPast ? this.#furthest : null;
    if (wrong) this.#say('altered', `The position of ${lower(wrong.where)} was altered.`, wrong.line);
  }

  #compareKept(reachedHead: Pick<KeptHead, 'events' | 'digest'>, position?: string): void {
    for (const head of this.#kept.reach(reachedHead, position)) {
      this.#say('otherHead', `The entries up to here differ from the kept head of position ${head.position}.`);
    }
  }

  async #add(leaf: string): Promise<void> {
    this.#digest = await this.#crypto.sha256(digestText(this.#digest, leaf));
    this.#events += 1;
    this.#isAtHead = false;
    this.#compareKept({ events: this.#events, digest: this.#digest });
  }

  async #checkHead(head: SignedHead): Promise<void> {
    const { events, digest, position } = head;
    const upTo = `up to the signed head at position ${position}`;
    const lacking = events - this.#events;
    if (lacking > 0) this.#say('missing', `Missing ${upTo}: ${count(lacking)}.`);
    else if (lacking < 0) this.#say('added', `Added ${upTo}: ${count(-lacking)}.`);
    else if (digest !== this.#digest) {
      this.#say('reordered', `Entries ${upTo} were reordered or replaced.`);
    } else this.#checkPositions(head);
    await this.#accept(head);
  }

  /** Continues from a signed head. */
  async #accept(head: SignedHead): Promise<void> {
    this.#heads += 1;
    if (!(await this.#crypto.isSigned(head, headText(head)))) {
      this.#say('forged', `The head at position ${head.position} is not signed by this installation.`);
    }
    this.#digest = head.digest;
    this.#events = head.events;
    this.#isAtHead = true;
    this.#lastHead = head;
    this.#unnumbered = null;
    this.#furthest = null;
    this.#compareKept(head, head.position);
  }

  async #checkEnd(end: ExportEnd): Promise<void> {
    if (!this.#isAtHead) this.#say('missing', 'The last signed head is missing.');
    const isSigned = await this.#crypto.isSigned(end, sealedText(end.seal));
    if (!isSigned) this.#say('forged', 'The export is not signed by this installation.');
    else if (end.seal !== this.#seal && this.#faults.length === 0) {
      const subject = this.#header?.format === reportFormat ? 'Lines' : 'Words, times or lines beside the entries';
      this.#say('altered', `${subject} were altered.`);
    }
    this.#end = end;
  }
}

/** An entry's local time and UTC are the same instant, at which it was recorded. */
const isTimeOf = ({ time, utc }: ExportEntry, recordedAt: string): boolean =>
  utc === recordedAt && Date.parse(time) === Date.parse(utc);

const count = (entries: number): string => (entries === 1 ? 'one entry' : `${entries} entries`);
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
