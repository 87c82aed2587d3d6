import { z } from 'zod';
import { digestStart, digestText, leafText } from './log-digest.ts';
import { headText, publicKeySchema, type SignedHead, signedHeadSchema } from './signed-head.ts';

/**
 * The format of an export with the chain: one JSON object per line, in the order of the log. A header; entries, hashes
 * of the entries that are left out, and signed heads of the log; an end, signed. docs/verifying-exports.md describes it.
 */
export const exportFormat = 'dayline-export/1';
/** A report as one JSON object per line: sums, and the entries that made a difference; its end is signed likewise. */
export const reportFormat = 'dayline-report/1';

const momentSchema = z.looseObject({ instant: z.string(), position: z.string(), zone: z.string() });
const reportHeaderSchema = z.object({
  format: z.literal(reportFormat),
  clinic: z.string(),
  month: z.string(),
  /** UTC. */
  madeAt: z.string(),
  key: publicKeySchema,
  earlier: momentSchema,
  later: momentSchema,
});
export type ReportHeader = z.infer<typeof reportHeaderSchema>;

const headerSchema = z.object({
  format: z.literal(exportFormat),
  clientId: z.string(),
  clinic: z.string(),
  zone: z.string(),
  /** What the export was narrowed to. */
  selection: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** UTC. */
  madeAt: z.string(),
  key: publicKeySchema,
  /** The signed head that the export begins after; null: at the log's first entry. */
  start: signedHeadSchema.nullable(),
});
export type ExportHeader = z.infer<typeof headerSchema>;

const entrySchema = z.object({
  position: z.string(),
  /** In the clinic's zone, with offset. */
  time: z.string(),
  utc: z.string(),
  by: z.string(),
  text: z.string(),
  note: z.string().nullable(),
  /** The chain of the stream's previous entry; empty for its first. */
  previous: z.string(),
  /** SHA-256 (hex) of `previous` and `content`. */
  chain: z.string(),
  /** The entry as stored, personal fields encrypted, as canonical JSON. */
  content: z.string(),
});
export type ExportEntry = z.infer<typeof entrySchema>;

const contentSchema = z.object({
  stream: z.string(),
  revision: z.int().min(0),
  metadata: z.object({ recordedAt: z.string() }),
});

const endSchema = z.object({
  entries: z.int(),
  leftOut: z.int(),
  /** The running hash over all lines before (`sealText`). */
  seal: z.string(),
  keyId: z.string(),
  /** Of `sealedText`, base64. */
  signature: z.string(),
});
export type ExportEnd = z.infer<typeof endSchema>;

const reportLineSchema = z.union([z.looseObject({ row: z.string() }), z.strictObject({ end: endSchema })]);

const lineSchema = z.union([
  entrySchema,
  z.strictObject({ leftOut: z.array(z.string()) }),
  /** The log's digest up to here is this head's. */
  z.strictObject({ head: signedHeadSchema }),
  /** No entry up to this head is in the export, nor their hashes. */
  z.strictObject({ skip: signedHeadSchema }),
  z.strictObject({ end: endSchema }),
]);

/** The text whose SHA-256 (hex) is the seal after a line. */
export const sealText = (previous: string, line: string): string => `${previous}\n${line}`;
/** The text that the end's signature is of. */
export const sealedText = (seal: string): string => `Dayline export\n${seal}`;

export interface ExportFault {
  /** Starts at 1. */
  readonly line: number;
  readonly kind: 'altered' | 'missing' | 'added' | 'reordered' | 'cut' | 'forged';
  readonly text: string;
}

export interface ExportVerdict {
  /** Null if the file is no export. */
  readonly header: ExportHeader | ReportHeader | null;
  /** Of a report, its lines. */
  readonly entries: number;
  readonly leftOut: number;
  /** Signed heads that were compared, the start among them. */
  readonly heads: number;
  readonly faults: readonly ExportFault[];
}

/** Hashing and signatures, by Node's crypto or the browser's. */
export interface ExportCrypto {
  /** Hex. */
  sha256(text: string): string | Promise<string>;
  isSigned(signed: { keyId: string; signature: string }, text: string): boolean | Promise<boolean>;
}

const mostFaults = 1_000;

/** Checks an export line by line; keeps the last revision and chain of each stream. */
export class ExportChecker {
  readonly #crypto: ExportCrypto;
  readonly #faults: ExportFault[] = [];
  readonly #streams = new Map<string, { revision: number; chain: string }>();
  #header: ExportHeader | ReportHeader | null = null;
  #line = 0;
  #seal = '';
  #digest = digestStart;
  /** Entries of the log up to here, counted from the last head. */
  #events = 0;
  #position = '';
  /** Whether the line before was a signed head, or the log's start. */
  #isAtHead = true;
  #entries = 0;
  #leftOut = 0;
  #heads = 0;
  #end: ExportEnd | null = null;

  constructor(crypto: ExportCrypto) {
    this.#crypto = crypto;
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
    if (this.#line === 0) this.#say('altered', 'This is no export with a chain.');
    if (this.#header && !this.#end) this.#say('cut', 'The end is missing: the file was cut off.');
    return {
      header: this.#header,
      entries: this.#entries,
      leftOut: this.#leftOut,
      heads: this.#heads,
      faults: this.#faults,
    };
  }

  #say(kind: ExportFault['kind'], text: string): void {
    if (this.#faults.length < mostFaults) this.#faults.push({ line: this.#line, kind, text });
  }

  async #begin(text: string): Promise<void> {
    const header = z.union([headerSchema, reportHeaderSchema]).safeParse(jsonOf(text));
    if (!header.success) return this.#say('altered', 'This is no export with a chain.');
    this.#header = header.data;
    if ('start' in header.data && header.data.start) await this.#accept(header.data.start);
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
    else if (metadata.recordedAt !== entry.utc) this.#say('altered', `The time of ${lower(where)} was altered.`);
    else if (before && revision === before.revision) this.#say('added', `${where} was added: its place is taken.`);
    else if ((before && revision < before.revision) || entry.position < this.#position) {
      this.#say('reordered', `${where} is out of order.`);
    } else if (entry.previous !== (before && revision === before.revision + 1 ? before.chain : entry.previous)) {
      this.#say('altered', `${where} does not follow the entry before it in its stream.`);
    } else if ((revision === 0) !== (entry.previous === '')) this.#say('altered', `${where} was altered.`);
    if (!before || revision > before.revision) this.#streams.set(stream, { revision, chain: entry.chain });
    if (entry.position > this.#position) this.#position = entry.position;
    await this.#add(await this.#crypto.sha256(leafText({ stream, revision, metadata: { chain: entry.chain } })));
  }

  async #add(leaf: string): Promise<void> {
    this.#digest = await this.#crypto.sha256(digestText(this.#digest, leaf));
    this.#events += 1;
    this.#isAtHead = false;
  }

  async #checkHead(head: SignedHead): Promise<void> {
    const { events, digest, position } = head;
    const upTo = `up to the signed head at position ${position}`;
    const lacking = events - this.#events;
    if (lacking > 0) this.#say('missing', `Missing ${upTo}: ${count(lacking)}.`);
    else if (lacking < 0) this.#say('added', `Added ${upTo}: ${count(-lacking)}.`);
    else if (digest !== this.#digest) {
      this.#say('reordered', `Entries ${upTo} were exchanged, or others were put in their place.`);
    }
    await this.#accept(head);
  }

  /** Goes on from a signed head. */
  async #accept(head: SignedHead): Promise<void> {
    this.#heads += 1;
    if (!(await this.#crypto.isSigned(head, headText(head)))) {
      this.#say('forged', `The head at position ${head.position} is not signed by this installation.`);
    }
    this.#digest = head.digest;
    this.#events = head.events;
    this.#isAtHead = true;
  }

  async #checkEnd(end: ExportEnd): Promise<void> {
    if (!this.#isAtHead) this.#say('missing', 'The last signed head is missing.');
    const isSigned = await this.#crypto.isSigned(end, sealedText(end.seal));
    if (!isSigned) this.#say('forged', 'The export is not signed by this installation.');
    else if (end.seal !== this.#seal && this.#faults.length === 0) {
      const what = this.#header?.format === reportFormat ? 'Lines' : 'Words, times or lines beside the entries';
      this.#say('altered', `${what} were altered.`);
    }
    this.#end = end;
  }
}

const count = (entries: number): string => (entries === 1 ? 'one entry' : `${entries} entries`);
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
