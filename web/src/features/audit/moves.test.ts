import { withMovesMerged } from './moves.ts';

const entry = (type: string, trace: string) => ({ type, trace });
const merged = (entries: readonly ReturnType<typeof entry>[]) =>
  withMovesMerged(entries, ({ trace }) => trace).map(({ entry: { type, trace }, steps }) => [
    ...[type, trace],
    ...steps.map((step) => step.type),
  ]);

const move = ['AppointmentMoveStarted', 'AppointmentBooked', 'AppointmentMovedIn', 'AppointmentMovedAway'];

test('a move is its end, with its steps; other entries stay as they are', () => {
  const entries = [
    entry('AppointmentBooked', 'a'),
    ...move.map((type) => entry(type, 'b')),
    entry('AppointmentMarkedVisited', 'c'),
  ];
  expect(merged(entries)).toEqual([
    ['AppointmentBooked', 'a'],
    ['AppointmentMovedAway', 'b', 'AppointmentMoveStarted', 'AppointmentBooked', 'AppointmentMovedIn'],
    ['AppointmentMarkedVisited', 'c'],
  ]);
});

test('an undone one says that it was undone, and an abandoned one that it was given up', () => {
  const undo = ['AppointmentMoveStarted', 'AppointmentMoveUndone', 'AppointmentMovedAway'];
  expect(merged(undo.map((type) => entry(type, 'a')))[0]?.[0]).toBe('AppointmentMoveUndone');
  const refused = ['AppointmentMoveStarted', 'MoveRefused', 'AppointmentMoveAbandoned'];
  expect(merged(refused.map((type) => entry(type, 'a')))).toHaveLength(1);
});

test('the steps of a move that has no end yet are entries of their own', () => {
  expect(merged(move.slice(0, 3).map((type) => entry(type, 'a')))).toHaveLength(3);
});
