import { aStory } from './story.fixture.ts';
import { detailOf, extentOf, toneOf, whenOf, whoOf } from './story.ts';

const { entries } = aStory;

test('the day is said once, until another one begins; on the clinic’s clock', () => {
  expect(whenOf(entries, 'Asia/Kolkata')).toEqual([
    'Nov 18, 4:02:00 PM',
    '4:02:00 PM',
    'Nov 21, 11:24:00 AM',
    '11:24:04 AM',
    '11:31:00 AM',
  ]);
  expect(whenOf(entries, 'America/New_York')[0]).toBe('Nov 18, 5:32:00 AM');
});

test('an entry says who, and what it has to do with others', () => {
  expect(entries.map(whoOf)).toEqual([
    'Front Desk 1, admin · booking wizard',
    'Front Desk 1, admin',
    'Dr. Asha Menon · undone 4 s later',
    'Dr. Asha Menon · undoes the entry above',
    'Dr. Asha Menon',
  ]);
  expect(whoOf({ actor: { kind: 'system', id: 's', name: 'Dayline' }, note: null })).toBe('Dayline');
});

test('a dot has the colour of its status, teal for what takes something back', () => {
  expect(entries.map(toneOf)).toEqual(['confirmed', 'quiet', 'notVisited', 'teal', 'visited']);
  expect(toneOf({ undoes: null, statusAfter: 'Cancelled' })).toBe('cancelled');
});

test('how much there is, and whether it is whole', () => {
  expect(extentOf(6, true)).toBe('6 entries · chain whole');
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
    'Correlation',
    'Chain',
  ]);
});
