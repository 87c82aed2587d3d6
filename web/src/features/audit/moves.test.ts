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

test('a move whose old place has not recorded its end is its arrival, also where the start is left out', () => {
  const arrival = ['AppointmentMovedIn', 'a', 'AppointmentMoveStarted', 'AppointmentBooked'];
  expect(merged(move.slice(0, 3).map((type) => entry(type, 'a')))).toEqual([arrival]);
  const inActivity = ['AppointmentMovedIn', 'AppointmentBooked'].map((type) => entry(type, 'a'));
  expect(merged(inActivity)).toEqual([['AppointmentMovedIn', 'a', 'AppointmentBooked']]);
});

test('a move that has only begun is its start', () => {
  expect(merged([entry('AppointmentMoveStarted', 'a')])).toEqual([['AppointmentMoveStarted', 'a']]);
});
