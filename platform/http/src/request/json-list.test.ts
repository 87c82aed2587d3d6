import { jsonOfPieces, type Pieces } from './json-list.ts';

async function textOf(pieces: Pieces): Promise<string> {
  let text = '';
  for await (const piece of jsonOfPieces(pieces)) text += piece;
  return text;
}

test.each([
  ['no batch', [], '[]'],
  ['empty batches', [[], []], '[]'],
  ['batches', [[{ a: 1 }], [], [{ a: 2 }, 'x']], '[{"a":1},{"a":2},"x"]'],
])('%s become one list', async (_, batches: readonly (readonly unknown[])[], json) => {
  async function* pieces() {
    yield* batches;
  }
  expect(await textOf(pieces())).toBe(json);
});

test('other calls are answered between two batches', async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const seen: number[] = [];
  async function* pieces() {
    for (let batch = 0; batch < 4; batch += 1) {
      seen.push(turns);
      yield [batch];
    }
  }
  const text = await textOf(pieces()).finally(() => {
    isOver = true;
  });
  expect(text).toBe('[0,1,2,3]');
  expect(new Set(seen).size).toBe(4);
});
