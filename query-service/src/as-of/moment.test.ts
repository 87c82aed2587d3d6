import type { ActivityRow } from '@dayline/contracts/activity';
import { streams } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { runs } from '@dayline/contracts/testing/trials';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { activity } from '@dayline/projector/projections/activity/projection';
import { foldAll } from '@dayline/projector/projections/fold';
import { appendAll, recorded, testId, testPosition } from '@dayline/projector/testing/draft';
import fc from 'fast-check';
import type { Activity } from '../activity/activity.ts';
import { instantOf, type MomentDeps, positionAt } from './moment.ts';
import { partOfRows, selectRows } from './select.ts';

const clientId = testId(1);
const start = Date.parse('2026-11-28T04:00:00.000Z');
const iso = (instant: number): string => new Date(instant).toISOString();

/** An append of some events, requested at an instant. */
interface StreamEvent {
  readonly stream: number;
  readonly at: number;
  readonly events: number;
}

function eventsOf(history: readonly StreamEvent[]): RecordedDaylineEvent[] {
  const appends = history.flatMap(({ events, ...append }) => Array<Omit<StreamEvent, 'events'>>(events).fill(append));
  const drafts = appends.map(({ stream }) => ({
    ...{ stream: streams.doctorDay(testId(2 + stream), '2026-11-28'), clientId },
    event: { type: 'DayUnblocked', data: {} } as const,
  }));
  return recorded(drafts).map((event, index) => {
    const recordedAt = iso(start + (appends[index]?.at ?? 0));
    // Ids are created when an event is requested: their order differs from the log's.
    const id = testId(1_000_000 * (1 + (appends[index]?.stream ?? 0)) + index);
    return { ...event, id, metadata: { ...event.metadata, recordedAt } };
  });
}

function momentsIn(events: readonly RecordedDaylineEvent[]): MomentDeps {
  // Cast is safe: a view's name fixes the type of its rows.
  const rows = foldAll(activity, events).rows('entries') as unknown as ActivityRow[];
  const page = async (query: Parameters<Activity['page']>[0]) => partOfRows(selectRows(rows, query), query);
  // Cast is safe: the tests read only entries.
  return { activity: { page: page as Activity['page'] }, clientId, start: testPosition(0) };
}

/** A batch of more events than a page has, an import, a slow request, and a process whose clock is behind. */
const examples: readonly (readonly StreamEvent[])[] = [
  [
    { stream: 0, at: 1_000, events: 1 },
    { stream: 1, at: 2_000, events: 120 },
    { stream: 2, at: 2_000, events: 1 },
    { stream: 0, at: 1_500, events: 60 },
    { stream: 2, at: 0, events: 1 },
    ...Array.from({ length: 60 }, (_, row) => ({ stream: 3, at: 2_000 + row, events: 1 })),
    { stream: 0, at: 2_010, events: 1 },
  ],
];
const history = fc.array(
  fc.record({
    stream: fc.nat({ max: 3 }),
    at: fc.nat({ max: 3_000 }),
    events: fc.oneof(fc.constant(1), fc.integer({ min: 51, max: 130 })),
  }),
  { minLength: 1, maxLength: 40 },
);

test('the position as of each event’s time is at or after it, and before the first event of a later time', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (history) => {
      const log = openMemoryEventLog();
      await appendAll(log, eventsOf(history));
      // Cast is safe: the log holds only the events appended above.
      const events = (await log.readAll(log.start, 10_000)) as unknown as RecordedDaylineEvent[];
      const moments = momentsIn(events);
      for (const time of new Set(events.map(({ metadata }) => metadata.recordedAt))) {
        const last = events.findLast(({ metadata }) => metadata.recordedAt === time)?.position;
        expect(await positionAt(moments, Date.parse(time))).toBe(last);
        expect(await instantOf(moments, last ?? '')).toBe(Date.parse(time));
      }
      expect(await positionAt(moments, start - 1)).toBe(moments.start);
    }),
    { examples: examples.map((example) => [[...example]]), numRuns: runs(examples.length, 200) },
  );
});
