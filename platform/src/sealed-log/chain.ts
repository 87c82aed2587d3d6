import { hash } from 'node:crypto';
import type { EventMetadata } from '@dayline/contracts/events/metadata';
import { canonicalJson, type JsonObject } from '@dayline/contracts/json';
import type { CanonicalParts, StoredEvent } from '../event-log/port.ts';

/** An event as it is stored, sealed and not upcast, without the chain that is to be taken of it. */
export interface ChainedContent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: Omit<EventMetadata, 'chain'>;
}

/** What the first event of a stream follows. */
export const chainStart = '';

export interface Chained {
  readonly chain: string;
  /** What it was taken of, with the chain among the metadata: a store that keeps canonical JSON keeps these. */
  readonly canonical: CanonicalParts;
}

/** Takes the chain of an event, and gives the texts that were made for it. */
export function chained(previous: string, { id, stream, revision, type, data, metadata }: ChainedContent): Chained {
  const texts = { data: canonicalJson(data), metadata: canonicalJson(metadata) };
  const rest = `"revision":${revision},"stream":${canonicalJson(stream)},"type":${canonicalJson(type)}`;
  const content = `{"data":${texts.data},"id":${canonicalJson(id)},"metadata":${texts.metadata},${rest}}`;
  const chain = hash('sha256', previous + content, 'hex');
  // Its place among the sorted keys; a text that holds the same has its quotes escaped.
  const at = texts.metadata.indexOf('"clientId":');
  const withChain = `${texts.metadata.slice(0, at)}"chain":"${chain}",${texts.metadata.slice(at)}`;
  return { chain, canonical: { data: texts.data, metadata: withChain } };
}

/** SHA-256 (hex) of the previous event's chain and this event's canonical content. */
export const chainOf = (previous: string, content: ChainedContent): string => chained(previous, content).chain;

export interface ChainFault {
  readonly fault: 'altered' | 'missing' | 'added' | 'reordered';
  readonly revision: number;
}

/**
 * Checks one stream from its beginning, as stored: the events of an export in the order in which they stand there.
 * Empty when all is as it was appended. A cut tail does not show: compare the last chain with one that was kept.
 */
export function verifyChain(events: readonly StoredEvent[]): ChainFault[] {
  const faults: ChainFault[] = [];
  let highest = -1;
  for (const { revision } of events) {
    if (revision < highest) faults.push({ fault: 'reordered', revision });
    highest = Math.max(highest, revision);
  }

  let previous: StoredEvent | undefined;
  for (const event of [...events].sort((one, other) => one.revision - other.revision)) {
    const expected = previous ? previous.revision + 1 : 0;
    if (event.revision < expected) {
      faults.push({ fault: 'added', revision: event.revision });
      continue;
    }
    for (let revision = expected; revision < event.revision; revision += 1) faults.push({ fault: 'missing', revision });
    // After a hole there is nothing to take the chain from; the hole itself is the fault.
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
