import { hash } from 'node:crypto';
import type { EventMetadata } from '@dayline/contracts/events/metadata';
import { canonicalJson, type JsonObject } from '@dayline/contracts/json';
import { asStored } from '../as-stored.ts';
import type { CanonicalParts, StoredEvent } from '../port.ts';

/** An event as stored, encrypted and not upcast, without its chain. */
export interface ChainedContent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: Omit<EventMetadata, 'chain'>;
}

/** The predecessor of a stream's first event. */
export const chainStart = '';

export interface ChainEntry {
  readonly chain: string;
  /** The hashed text, with the chain added to the metadata, for stores that keep canonical JSON. */
  readonly canonical: CanonicalParts;
}

/** An event's content with its parts as canonical JSON, the metadata without the chain. */
type ChainedText = Pick<ChainedContent, 'id' | 'stream' | 'revision' | 'type'> & CanonicalParts;

function chainOfText(previous: string, { id, stream, revision, type, data, metadata }: ChainedText): string {
  const rest = `"revision":${revision},"stream":${canonicalJson(stream)},"type":${canonicalJson(type)}`;
  const content = `{"data":${data},"id":${canonicalJson(id)},"metadata":${metadata},${rest}}`;
  return hash('sha256', previous + content, 'hex');
}

const chainField = /"chain":"([0-9a-f]{64})",/;

/**
 * The chain in stored metadata, and whether it matches the previous event's chain and the stored text. Null if the
 * metadata has none.
 */
export function storedChain(previous: string, event: ChainedText): { readonly chain: string | null; fits: boolean } {
  // Quotes within values are escaped, so the first match is the field itself.
  const found = chainField.exec(event.metadata);
  if (!found) return { chain: null, fits: false };
  const [field, chain = ''] = found;
  const metadata = event.metadata.slice(0, found.index) + event.metadata.slice(found.index + field.length);
  return { chain, fits: chainOfText(previous, { ...event, metadata }) === chain };
}

/** The chain in stored metadata; null if none. */
export const chainIn = ({ metadata }: Pick<ChainedText, 'metadata'>): string | null =>
  chainField.exec(metadata)?.[1] ?? null;

/** Computes the chain of an event; also returns the texts it was computed from. */
export function chainDigest(
  previous: string,
  { id, stream, revision, type, data, metadata }: ChainedContent,
): ChainEntry {
  const texts = { data: canonicalJson(data), metadata: canonicalJson(metadata) };
  const chain = chainOfText(previous, { id, stream, revision, type, ...texts });
  // Inserts the chain at its position among the sorted keys; quotes within values are escaped, so the match is the key.
  const at = texts.metadata.indexOf(metadata.channel === undefined ? '"clientId":' : '"channel":');
  const withChain = `${texts.metadata.slice(0, at)}"chain":"${chain}",${texts.metadata.slice(at)}`;
  return { chain, canonical: { data: texts.data, metadata: withChain } };
}

/** Metadata with a time that isn't before `earliest`. */
export function notBefore<Metadata extends Pick<EventMetadata, 'recordedAt' | 'requestedAt'>>(
  earliest: string,
  metadata: Metadata,
): Metadata {
  const { recordedAt, requestedAt = recordedAt } = metadata;
  return recordedAt < earliest ? { ...metadata, recordedAt: earliest, requestedAt } : metadata;
}

/** An event of an append, recorded no earlier than `earliest`. */
export function recordedLater(
  previous: string,
  { id, stream, revision, type, data, metadata }: Omit<StoredEvent, 'position'>,
  earliest: string,
): ChainEntry & { readonly metadata: EventMetadata } {
  const { chain: _, ...later } = notBefore(earliest, metadata);
  const { chain, canonical } = chainDigest(previous, { id, stream, revision, type, data, metadata: later });
  return { chain, canonical, metadata: { ...later, chain } };
}

/** SHA-256 (hex) of the previous event's chain and this event's canonical content. */
export const chainOf = (previous: string, content: ChainedContent): string => chainDigest(previous, content).chain;

export interface ChainFault {
  readonly fault: 'altered' | 'missing' | 'added' | 'reordered';
  readonly revision: number;
}

/**
 * Verifies one stream from its start, as stored: the events of an export in their order. Empty if intact. A truncated
 * tail is not detected: compare the last chain with a kept one.
 */
export function verifyChain(events: readonly StoredEvent[]): ChainFault[] {
  const faults: ChainFault[] = [];
  let highest = -1;
  for (const { revision } of events) {
    if (revision < highest) faults.push({ fault: 'reordered', revision });
    highest = Math.max(highest, revision);
  }

  let previous: StoredEvent | undefined;
  for (const event of events.map(asStored).sort((a, b) => a.revision - b.revision)) {
    const expected = previous ? previous.revision + 1 : 0;
    if (event.revision < expected) {
      faults.push({ fault: 'added', revision: event.revision });
      continue;
    }
    for (let revision = expected; revision < event.revision; revision += 1) faults.push({ fault: 'missing', revision });
    // After a gap there is no predecessor to compare with; the gap itself is the fault.
    if (event.revision === expected) {
      const { chain, ...metadata } = event.metadata;
      const before = previous ? previous.metadata.chain : chainStart;
      if (chainOf(before, { ...event, metadata }) !== chain)
        faults.push({ fault: 'altered', revision: event.revision });
    }
    previous = event;
  }
  return faults;
}
