import { tiesOf } from './timeline.tsx';

const entries = (...undoes: readonly (number | null)[]) =>
  undoes.map((undone, id) => ({ id: `${id}`, undoes: undone === null ? null : `${undone}` }));

test('a bracket goes from what was undone to its undo', () => {
  expect(tiesOf(entries(null, null, null, 1))).toEqual([
    [],
    [{ lane: 0, part: 'start' }],
    [{ lane: 0, part: 'middle' }],
    [{ lane: 0, part: 'end' }],
  ]);
});

test('brackets that overlap are beside each other, those that don’t are in line', () => {
  const lanes = tiesOf(entries(null, null, 0, 1, null, 4)).map((parts) => parts.map(({ lane }) => lane));
  expect(lanes).toEqual([[0], [0, 1], [0, 1], [1], [0], [0]]);
});

test('what was undone may be out of sight', () => {
  expect(tiesOf([{ id: 'b', undoes: 'a' }])).toEqual([[]]);
});
