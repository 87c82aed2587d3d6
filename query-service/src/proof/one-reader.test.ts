import { oneReader } from './one-reader.ts';

async function* pieces() {
  yield 1;
  yield 2;
}
const signalOf = () => {
  const ended = new AbortController();
  return { signal: ended.signal, end: () => ended.abort() };
};

test('a call takes the turn before anything is read, and gives it back at the end', async () => {
  const take = oneReader();
  const read = take(undefined);
  expect(take(undefined)).toBeNull();
  const found: number[] = [];
  for await (const piece of read?.(pieces()) ?? []) {
    found.push(piece);
    expect(take(undefined)).toBeNull();
  }
  expect(found).toEqual([1, 2]);
  expect(take(undefined)).not.toBeNull();
});

test('a reply that is left or never read gives the turn back, and no other call’s', async () => {
  const take = oneReader();
  const left = signalOf();
  for await (const piece of take(left.signal)?.(pieces()) ?? []) {
    // Its reader still holds the turn: reading has not ended.
    left.end();
    expect([piece, take(undefined)]).toEqual([1, null]);
    break;
  }
  const unread = signalOf();
  expect(take(unread.signal)).not.toBeNull();
  unread.end();
  expect(take(undefined)).not.toBeNull();
  unread.end();
  expect(take(undefined)).toBeNull();
});

test('a call that has ended before its turn takes none', () => {
  const take = oneReader();
  const gone = signalOf();
  gone.end();
  expect(() => take(gone.signal)).toThrow();
  expect(take(undefined)).not.toBeNull();
});
