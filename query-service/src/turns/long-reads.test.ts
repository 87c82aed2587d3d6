import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallContext } from '@dayline/http/handler';
import { TooBusy } from '@dayline/runtime/unavailable';
import { contextFor, identity, sunrise } from '../testing/sunrise.ts';
import { isLong, longReads } from './long-reads.ts';

const context = (accountId: string, signal?: AbortSignal): CallContext => ({
  ...contextFor({ ...identity('admin', sunrise.clientId), accountId }, 0),
  ...(signal && { signal }),
});

test.each([
  ['listAppointmentDetailsOfClient', {}, true],
  ['listAppointmentDetailsOfClient', { pageSize: 200 }, true],
  ['listAppointmentDetailsOfClient', { page: 3 }, false],
  ['listUsers', { pageSize: 50, page: 1 }, false],
  ['listActivity', { pageSize: 50 }, false],
  ['listActivity', { pageSize: 200 }, true],
  ['getAppointmentStory', {}, true],
  ['exportAppointments', {}, true],
  ['listDuePatients', {}, true],
  ['countAppointmentsOfClient', {}, false],
  ['listTodaysAppointmentsOfClient', {}, false],
] as const)('%s with %j: long is %s', (name, request, long) => {
  expect(isLong(name, request)).toBe(long);
});

test('long reads of one account are bounded, a short one and another account’s are not held up', async () => {
  const limitRead = longReads();
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const read = limitRead('listUsers', async (request) => {
    begun.push(JSON.stringify(request));
    await new Promise<void>((resolve) => ends.push(resolve));
    return { body: [] };
  });
  const many = Array.from({ length: 16 }, () => read({}, context('eager')));
  await expect(read({}, context('eager'))).rejects.toThrow(TooBusy);
  const theirs = read({}, context('other'));
  expect(begun).toHaveLength(1);
  const short = read({ page: 1 }, context('eager'));
  expect(begun).toEqual(['{}', '{"page":1}']);
  const all = [...many, theirs, short];
  for (let answered = 0; answered < all.length; answered += 1) {
    while (ends.length === 0) await nextTurn();
    ends.shift()?.();
  }
  expect(await Promise.all(all)).toEqual(all.map(() => ({ body: [] })));
});

test('a streamed list makes each piece in a turn, so that a slow reader holds up nobody, and keeps its ticket', async () => {
  const limitRead = longReads();
  async function* pieces() {
    yield [1];
    yield [2];
  }
  const streamed = limitRead('listUsers', async () => ({ body: [], pieces: pieces() }));
  const ended = new AbortController();
  const replies = [];
  for (let open = 0; open < 16; open += 1) replies.push(await streamed({}, context('slow reader', ended.signal)));
  await expect(streamed({}, context('slow reader'))).rejects.toThrow(TooBusy);
  const [first] = replies;
  if (!first || 'refused' in first || !first.pieces) throw new Error('It was not streamed.');
  const read: unknown[] = [];
  for await (const piece of first.pieces) read.push(...piece);
  expect(read).toEqual([1, 2]);
  // Its ticket is free again, and so are those of the closed connections.
  await streamed({}, context('slow reader'));
  ended.abort(new Error('gone'));
  for (let open = 0; open < 15; open += 1) await streamed({}, context('slow reader'));
});

test('a streamed file makes each chunk in a turn, and frees its ticket at its end', async () => {
  async function* text() {
    yield 'a';
    yield 'b';
  }
  const exported = longReads()('exportAppointments', async () => ({ body: {}, text: text() }));
  const replies = [];
  for (let open = 0; open < 16; open += 1) replies.push(await exported({}, context('eager')));
  await expect(exported({}, context('eager'))).rejects.toThrow(TooBusy);
  const [first] = replies;
  if (!first || 'refused' in first || !first.text) throw new Error('It was not streamed.');
  const chunks: string[] = [];
  for await (const chunk of first.text) chunks.push(chunk);
  expect(chunks).toEqual(['a', 'b']);
  await exported({}, context('eager'));
});
