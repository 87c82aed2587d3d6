import { RowTurns } from './row-turns.ts';

test('rows go round the clients, however many imports one has, and its imports take turns', async () => {
  const turns = new RowTurns();
  const order: string[] = [];
  const carryOut = async (clientId: string, name: string, rows: number): Promise<void> => {
    for (let row = 0; row < rows; row += 1) await turns.take(clientId, async () => void order.push(name));
  };
  await Promise.all([carryOut('a', 'a1', 6), carryOut('a', 'a2', 6), carryOut('b', 'b', 3)]);
  // The two rows that came first; then each row of the other client follows one of theirs.
  const begin = order.slice(0, 7);
  expect(begin.filter((name) => name === 'b')).toHaveLength(3);
  expect(begin.filter((name) => name !== 'b')).toEqual(['a1', 'a2', 'a1', 'a2']);
});

test('what is stopped takes no turn', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(new RowTurns().take('a', async () => 'done', stopped)).rejects.toThrow('stopped');
});
