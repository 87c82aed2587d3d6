/** The double's data: what EventStoreDB stores and decides, without its protocol. */

export interface Proposed {
  /** A UUID. */
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}
export interface Kept extends Proposed {
  readonly stream: string;
  readonly revision: number;
  readonly commit: bigint;
  readonly prepare: bigint;
  readonly created: Date;
}

export type Expected = 'any' | 'noStream' | 'streamExists' | number;

export type Answer =
  | { readonly kind: 'appended'; readonly last: Kept | undefined }
  | { readonly kind: 'conflict'; readonly actual: number }
  | { readonly kind: 'deleted' }
  /** `most`: the maximum size of an append, bytes. */
  | { readonly kind: 'tooLarge'; readonly most: number };

/** The content of the server's files at one moment. */
export interface LogCopy {
  readonly events: readonly Kept[];
  readonly end: bigint;
}

/** The differences between servers. */
export interface ServerKind {
  /** Two lines of releases behave differently: up to 25, and from 26 on. */
  readonly line: 'older' | 'newer';
  /** The maximum size of an append, bytes; by default the vendor's. */
  readonly maxAppendSize?: number;
}
/** The vendor's defaults, bytes. */
const maxAppendSizes = { older: 1_048_576, newer: 16 * 1024 * 1024 } as const;
const noRevision = -1;

interface Stream {
  readonly events: Kept[];
  /** Events before this were deleted and their revisions are not reused. */
  from: number;
  isTombstoned: boolean;
}

const sizeOf = ({ type, data, metadata }: Proposed): number => data.length + metadata.length + 2 * type.length;
const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

export class DoubleStore {
  readonly line: ServerKind['line'];
  readonly #maxAppendSize: number;
  readonly all: Kept[] = [];
  /** Number of existing events that reads have requested. */
  eventsRead = 0;
  readonly #streams = new Map<string, Stream>();
  readonly #byId = new Map<string, Kept>();
  readonly #listeners = new Set<() => void>();
  #end = 0n;
  #appends = 0;

  constructor({ line, maxAppendSize = maxAppendSizes[line] }: ServerKind) {
    this.line = line;
    this.#maxAppendSize = maxAppendSize;
    this.#statistics();
  }

  onAppend(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  append(name: string, expected: Expected, events: readonly Proposed[]): Answer {
    const most = this.#maxAppendSize;
    if (events.reduce((size, event) => size + sizeOf(event), 0) > most) return { kind: 'tooLarge', most };
    const stream = this.#stream(name);
    if (stream.isTombstoned) return { kind: 'deleted' };
    const actual = stream.events.length - 1;
    const conflict: Answer = { kind: 'conflict', actual };
    if (events.length === 0) return { kind: 'appended', last: undefined };

    if (expected === 'streamExists' && actual === noRevision) return conflict;
    const storedEvents = events.map(({ id }) => this.#byId.get(id));
    const isRepeated = (event: Kept | undefined) => event?.stream === name;
    if (expected === 'any' && isRepeated(storedEvents[0])) {
      return storedEvents.every(isRepeated) ? { kind: 'appended', last: storedEvents.at(-1) } : conflict;
    }
    const expectedRevision = expected === 'noStream' ? noRevision : expected;
    if (typeof expectedRevision === 'number' && expectedRevision > actual) return conflict;
    if (typeof expectedRevision === 'number' && expectedRevision < actual) {
      // Events already stored at the expected place are the same append repeated; their data isn't compared.
      if (events.every(({ id }, index) => stream.events[expectedRevision + 1 + index]?.id === id)) {
        return { kind: 'appended', last: stream.events[expectedRevision + events.length] };
      }
      const isSoftDeleted = stream.from > actual;
      if (expectedRevision !== noRevision || !isSoftDeleted) return conflict;
    }
    const last = this.#write(name, stream, events);
    // The server's own events are interleaved with ours.
    this.#appends += 1;
    if (this.#appends % 3 === 0) this.#statistics();
    for (const listener of this.#listeners) listener();
    return { kind: 'appended', last };
  }

  delete(name: string, isPermanent: boolean): void {
    const stream = this.#stream(name);
    const own = { id: crypto.randomUUID(), contentType: 'application/json', metadata: encode({}) };
    if (isPermanent) {
      stream.isTombstoned = true;
      this.#write(name, stream, [{ ...own, type: '$streamDeleted', data: encode({}) }]);
    } else {
      stream.from = stream.events.length;
      const metadataStream = `$$${name}`;
      const data = encode({ $tb: stream.from });
      this.#write(metadataStream, this.#stream(metadataStream), [{ ...own, type: '$metadata', data }]);
    }
  }

  copy(): LogCopy {
    return { events: [...this.all], end: this.#end };
  }

  /** Replaces the content; later events reuse earlier positions. */
  restore({ events, end }: LogCopy): void {
    this.all.splice(0, this.all.length, ...events);
    this.#end = end;
    this.#streams.clear();
    this.#byId.clear();
    for (const event of events) {
      this.#stream(event.stream).events.push(event);
      this.#byId.set(event.id, event);
    }
    // A server writes an event of its own on start.
    this.#statistics();
  }

  /** The readable events; `missing` if there are none. */
  read(name: string): readonly Kept[] | 'missing' | 'deleted' {
    const stream = this.#streams.get(name);
    if (stream?.isTombstoned) return 'deleted';
    const events = stream?.events.slice(stream.from) ?? [];
    return events.length === 0 ? 'missing' : events;
  }

  /** Number of events at or before a position. */
  countUpTo(commit: bigint, prepare: bigint): number {
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const event = this.all[middle];
      const isUpTo = event && (event.commit < commit || (event.commit === commit && event.prepare <= prepare));
      if (isUpTo) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #stream(name: string): Stream {
    const stream = this.#streams.get(name) ?? { events: [], from: 0, isTombstoned: false };
    this.#streams.set(name, stream);
    return stream;
  }

  /** Each event has its own prepare position; all of an append share the commit position of the last. */
  #write(name: string, stream: Stream, events: readonly Proposed[]): Kept | undefined {
    const positions: bigint[] = [];
    for (const event of events) {
      positions.push(this.#end);
      this.#end += BigInt(100 + sizeOf(event));
    }
    const commit = positions.at(-1) ?? this.#end;
    for (const [index, event] of events.entries()) {
      const prepare = positions[index] ?? commit;
      const revision = stream.events.length;
      const storedEvent = { ...event, stream: name, revision, commit, prepare, created: new Date() };
      stream.events.push(storedEvent);
      this.all.push(storedEvent);
      this.#byId.set(event.id, storedEvent);
    }
    return stream.events.at(-1);
  }

  #statistics(): void {
    const name = '$stats-0.0.0.0:2113';
    const data = encode({ 'proc-cpu': 1 });
    const id = crypto.randomUUID();
    const event = { id, type: '$statsCollected', contentType: 'application/json', data, metadata: encode({}) };
    this.#write(name, this.#stream(name), [event]);
  }
}
