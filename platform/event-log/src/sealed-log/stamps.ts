import type { NewEvent, StoredEvent } from '../port.ts';
import { type ChainedContent, chainDigest, notBefore, recordedLater } from './chain.ts';

/** The end of a stream before an append; revision -1 of a new one. */
type StreamEnd = Pick<StoredEvent, 'stream' | 'revision'> & { readonly chain: string };
type Draft = Omit<ChainedContent, 'stream' | 'revision'>;

/** Times and chains of appended events. Times never decrease, so that the store need not change them. */
export class Stamps {
  /** The latest time assigned, or returned by the log. */
  #latest = '';

  stamp({ stream, revision, chain: previous }: StreamEnd, drafts: readonly Draft[]): NewEvent[] {
    let chain = previous;
    return drafts.map(({ id, type, data, metadata: draft }, index) => {
      const metadata = notBefore(this.#latest, draft);
      this.#latest = metadata.recordedAt;
      const link = chainDigest(chain, { id, stream, revision: revision + 1 + index, type, data, metadata });
      chain = link.chain;
      return { id, type, data, metadata: { ...metadata, chain }, canonical: link.canonical };
    });
  }

  /** The events as the log recorded them. */
  recorded(end: StreamEnd, events: readonly NewEvent[], { recordedAt }: { readonly recordedAt?: string }): NewEvent[] {
    if (recordedAt === undefined) return [...events];
    if (recordedAt > this.#latest) this.#latest = recordedAt;
    let { chain } = end;
    return events.map((event, index) => {
      const place = { stream: end.stream, revision: end.revision + 1 + index };
      const { metadata } = recordedLater(chain, { ...event, ...place }, recordedAt);
      chain = metadata.chain;
      return { ...event, metadata };
    });
  }
}
