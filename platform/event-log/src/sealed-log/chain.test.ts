import { streams } from '@dayline/contracts/events/categories';
import { canonicalJson } from '@dayline/contracts/json';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import fc from 'fast-check';
import { ulid } from 'ulid';
import type { StoredEvent } from '../port.ts';
import { openMemoryEventLog } from '../testing/memory.ts';
import { chainDigest, chainOf, chainStart, verifyChain } from './chain.ts';
import { type EventStamp, openSealedLog } from './open.ts';

const stamp: EventStamp = {
  commandId: 'command',
  commandDigest: 'digest',
  correlationId: 'correlation',
  causationId: 'command',
  actor: { kind: 'admin', id: 'desk', name: 'Desk' },
  clientId: 'client',
  channel: 'web',
  recordedAt: '2026-01-05T09:00:00.000Z',
};

/** Twelve events of one stream, appended in commands of one to three. */
async function newStream(): Promise<StoredEvent[]> {
  const log = openMemoryEventLog();
  const sealed = openSealedLog(log, memoryKeyRing());
  const stream = streams.doctorDay(ulid(), '2026-01-05');
  let chain = chainStart;
  for (let revision = -1; revision < 11; ) {
    const events = Array.from({ length: Math.min(1 + ((revision + 1) % 3), 11 - revision) }, (_, n) => ({
      id: ulid(),
      type: 'DayBlocked',
      data: { reason: `reason ${n}` },
      metadata: stamp,
    }));
    const result = await sealed.append(stream, revision < 0 ? 'noStream' : revision, chain, events);
    if (!result.appended) throw new Error('A conflict that nobody expected');
    revision = result.revision;
    chain = result.events.at(-1)?.metadata.chain ?? '';
  }
  return [...(await log.readStream(stream))];
}

describe('the chain of a stream', () => {
  let events: StoredEvent[];
  beforeAll(async () => {
    events = await newStream();
  });
  const at = (index: number): StoredEvent => {
    const event = events[index];
    if (!event) throw new Error(`There is no event ${index}`);
    return event;
  };
  const index = fc.integer({ min: 0, max: 11 });

  test('holds for what was appended, over commands of several events', () => {
    expect(events).toHaveLength(12);
    expect(verifyChain(events)).toEqual([]);
    expect(verifyChain(events.slice(0, 5))).toEqual([]);
  });

  test('is the SHA-256 of the previous chain and the canonical content', () => {
    const content = {
      id: 'id',
      stream: 'stream',
      revision: 0,
      type: 'T',
      data: { b: 1, a: null },
      metadata: { ...stamp, schemaVersion: 1, keyIds: [] },
    };
    expect(chainOf('', content)).toBe('9223b8df84d9c3ea9761c51c99f1dbc0af438d93ef7d15fa88c2bfbcb8cd6515');
    expect(chainOf('', { ...content, data: { a: null, b: 1 } })).toBe(chainOf('', content));
  });

  test('gives the canonical JSON that it was taken of, with itself among the metadata', () => {
    const trap = fc.constantFrom('"clientId":', '\\"clientId":"', '{"clientId":', '"chain":""', '"channel":');
    fc.assert(
      fc.property(fc.oneof(fc.string(), trap), fc.option(fc.string(), { nil: undefined }), (name, traceparent) => {
        const data = { reason: name, a: null };
        const actor = { kind: 'admin', id: name, name } as const;
        const optional = traceparent === undefined ? {} : { traceparent, channel: 'web' as const };
        const metadata = { ...stamp, causationId: name, actor, ...optional, schemaVersion: 1, keyIds: [name] };
        const content = { id: 'id', stream: 'stream', revision: 3, type: 'T', data, metadata };
        const { chain, canonical } = chainDigest('before', content);
        expect(canonical).toEqual({
          data: canonicalJson(data),
          metadata: canonicalJson({ ...metadata, chain }),
        });
      }),
    );
  });

  test('shows any altered field, once, where it was altered', () => {
    const change = fc.constantFrom<(event: StoredEvent) => StoredEvent>(
      (event) => ({ ...event, id: ulid() }),
      (event) => ({ ...event, type: 'DayUnblocked' }),
      (event) => ({ ...event, data: { reason: null } }),
      (event) => ({ ...event, metadata: { ...event.metadata, recordedAt: '2026-01-05T09:00:01.000Z' } }),
      (event) => ({ ...event, metadata: { ...event.metadata, actor: { ...event.metadata.actor, name: 'Dest' } } }),
      (event) => ({ ...event, metadata: { ...event.metadata, keyIds: [] } }),
    );
    fc.assert(
      fc.property(index, change, (n, alter) => {
        const faults = verifyChain(events.with(n, alter(at(n))));
        expect(faults).toEqual([{ fault: 'altered', revision: n }]);
      }),
    );
  });

  test('shows an altered event whose own chain was recomputed, at the next one', () => {
    const { chain: _, ...metadata } = at(4).metadata;
    const forged = { ...at(4), data: { reason: null }, metadata };
    const chain = chainOf(at(3).metadata.chain, forged);
    const faults = verifyChain(events.with(4, { ...forged, metadata: { ...metadata, chain } }));
    expect(faults).toEqual([{ fault: 'altered', revision: 5 }]);
  });

  test('shows a missing event', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), (n) => {
        expect(verifyChain(events.toSpliced(n, 1))).toEqual([{ fault: 'missing', revision: n }]);
      }),
    );
  });

  test('shows a missing event that was closed up by renumbering', () => {
    const renumbered = events.toSpliced(3, 1).map((event, revision) => ({ ...event, revision }));
    expect(verifyChain(renumbered).length).toBeGreaterThan(0);
  });

  test('shows an added event', () => {
    fc.assert(
      fc.property(index, (n) => {
        const added = { ...at(n), id: ulid() };
        expect(verifyChain(events.toSpliced(n + 1, 0, added))).toContainEqual({ fault: 'added', revision: n });
      }),
    );
  });

  test('shows reordered events', () => {
    fc.assert(
      fc.property(index, index, (a, b) => {
        fc.pre(a < b);
        const swapped = events.with(a, at(b)).with(b, at(a));
        expect(verifyChain(swapped)).toContainEqual({ fault: 'reordered', revision: a });
      }),
    );
  });
});
