import type { ActivityRow } from '@dayline/contracts/activity';
import { relatedEntries } from './causes.ts';

const place = { pocId: 'asha', date: '2026-11-21', time: '15:10' };
const row = (position: number, type: string, more: Partial<ActivityRow> = {}): ActivityRow =>
  ({
    key: `event ${position}`,
    clientId: 'sunrise',
    position: String(position).padStart(16, '0'),
    recordedAt: new Date(Date.UTC(2026, 10, 21, 8, position)).toISOString(),
    type,
    outcome: 'done',
    correlationId: `trace ${position}`,
    appointmentId: `appointment ${position}`,
    undoes: null,
    undoneBy: null,
    facts: {},
    ...place,
    ...more,
    // Cast is safe: the fields that relations depend on are there.
  }) as ActivityRow;

/** The entries related to an entry among these rows. */
async function relationsOf(entry: ActivityRow | undefined, rows: readonly ActivityRow[]): Promise<string[]> {
  if (!entry) throw new Error('There is no such entry.');
  const related = await relatedEntries(entry, {
    rows: async (_view: unknown, keys: readonly string[]) =>
      new Map(rows.filter(({ key }) => keys.includes(key)).map((row) => [row.key, row])),
    page: async ({
      where,
      order,
    }: {
      where: Readonly<Record<string, unknown>>;
      order: { descending?: boolean }[];
    }) => ({
      rows: (order[0]?.descending === true ? rows.toReversed() : rows).filter((row) =>
        Object.entries(where).every(([field, value]) => (row as unknown as Record<string, unknown>)[field] === value),
      ),
      next: null,
      previous: null,
    }),
    // Cast is safe: the two reads that relations need, over an array.
  } as unknown as Parameters<typeof relatedEntries>[1]);
  return related.map(({ relation, row: { key } }) => `${relation} ${key}`);
}

test('a cancellation made the next booking of its place possible, and its undo was refused', async () => {
  const rows = [
    row(1, 'AppointmentBooked', { appointmentId: 'first' }),
    row(2, 'AppointmentCancelled', { appointmentId: 'first', facts: { statusAfter: 'Cancelled' } }),
    row(3, 'AppointmentBooked', { appointmentId: 'another time', time: '15:20' }),
    row(4, 'AppointmentBooked', { appointmentId: 'second' }),
    row(5, 'CommandRefused', { appointmentId: 'first', time: null, outcome: 'refused' }),
  ];
  expect(await relationsOf(rows[1], rows)).toEqual(['madePossible event 4', 'refusedAfter event 5']);
  expect(await relationsOf(rows[3], rows)).toEqual(['freedBy event 2']);
  expect(await relationsOf(rows[2], rows)).toEqual([]);
});

test('a place that was taken again in between was not freed for a later booking', async () => {
  const rows = [row(1, 'AppointmentCancelled'), row(2, 'AppointmentBooked'), row(3, 'AppointmentBooked')];
  expect(await relationsOf(rows[2], rows)).toEqual([]);
});

test('a letter follows from what asked for it, by its trace', async () => {
  const trace = { correlationId: 'one trace', appointmentId: null };
  const rows = [row(1, 'PasswordResetRequested', trace), row(2, 'LetterSent', trace)];
  expect(await relationsOf(rows[0], rows)).toEqual(['followed event 2']);
  expect(await relationsOf(rows[1], rows)).toEqual(['asked event 1']);
});
