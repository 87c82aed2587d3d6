import { aStory } from './story.fixture.ts';
import { actorText, branchText, detailOf, extentOf, hoursText, jsonOf, tiedTo, toneOf, whenOf } from './story.ts';

const { entries } = aStory;

test('the day is shown once, until another one begins; on the clinic’s clock', () => {
  expect(whenOf(entries, 'Asia/Kolkata')).toEqual([
    'Nov 18, 4:02:00 PM',
    '4:02:00 PM',
    'Nov 21, 11:24:00 AM',
    '11:24:04 AM',
    '11:31:00 AM',
  ]);
  expect(whenOf(entries, 'America/New_York')[0]).toBe('Nov 18, 5:32:00 AM');
});

test('an entry says who, and by which channel', () => {
  expect(entries.map(actorText)).toEqual([
    'Front Desk 1, admin · Web',
    'Front Desk 1, admin · Web',
    'Dr. Asha Menon · Web',
    'Dr. Asha Menon · Web',
    'Dr. Asha Menon · Web',
  ]);
  const actor = { kind: 'system', id: 's', name: 'Dayline' } as const;
  expect(actorText({ actor, channel: 'system' })).toBe('Dayline · System');
  expect(actorText({ actor, channel: 'demo' })).toBe('Dayline · Demo');
  expect(actorText({ actor: { ...actor, kind: 'admin', name: 'S. Rajan' }, channel: 'command line' })).toBe(
    'S. Rajan, admin · Command line',
  );
});

test('an undo and what it undid know each other', () => {
  const [, , marked, undone] = entries;
  expect([marked, undone].map((entry) => entry && tiedTo(entry))).toEqual([undone?.eventId, marked?.eventId]);
  expect(entries.slice(0, 2).map(tiedTo)).toEqual([null, null]);
});

test('hours and branch in words', () => {
  expect(hoursText({ startTime: '09:00', endTime: '12:30', appointmentsPerSlot: 1, slotDuration: 20 })).toBe(
    '9:00 AM to 12:30 PM · 20 min · capacity 1',
  );
  const special = { startTime: '09:00', endTime: '12:30', appointmentsPerSlot: 40, slotDuration: 210 };
  expect(
    hoursText({
      ...special,
      name: 'Special',
      quota: { again: 60 },
      session: { name: 'Special', branch: 'City Centre' },
    }),
  ).toBe('Special: 9:00 AM to 12:30 PM, 60 follow-ups, City Centre · 210 min · capacity 40');
  expect(branchText({ id: 2, name: null })).toBe('Branch ID: 2');
});

test('a dot has the colour of its status, teal for what takes something back', () => {
  expect(entries.map(toneOf)).toEqual(['confirmed', 'quiet', 'notVisited', 'teal', 'visited']);
  expect(toneOf({ undoes: null, statusAfter: 'Cancelled' })).toBe('cancelled');
});

test('how much there is, and whether it is whole', () => {
  expect(extentOf(6, true)).toBe('6 entries · chain intact');
  expect(extentOf(1, false)).toBe('1 entry · chain broken');
});

test('the technical detail leaves nothing out', () => {
  const [first] = entries;
  if (!first) throw new Error('the fixture has entries');
  expect(detailOf(first, 'Asia/Kolkata').map(({ term }) => term)).toEqual([
    'Event type',
    'Event id',
    'Stream',
    'Revision',
    'Position',
    'Recorded at',
    'Chain',
    'Command',
    'Cause',
    'Correlation',
    'Version',
    'Keys',
  ]);
  const { eventId: id, type, stream, revision, position, data, metadata } = first;
  expect(JSON.parse(jsonOf(first))).toEqual({ id, type, stream, revision, position, data, metadata });
});
