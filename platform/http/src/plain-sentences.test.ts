import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { checked } from '@dayline/contracts/fields/field-errors';
import { sampleOf } from './testing/sample.ts';

/** zod's own messages, and other words that only developers know. */
const developersWords =
  /Invalid (input|string|option|key|element|discriminator|ISO|date|time|email|union)|expected|received|pattern|regex|Too (big|small)|Unrecognized|undefined|\bnull\b|NaN|\bstring\b|\barray\b|object|union|integer|boolean|[<>]=|\(s\)|\\|\/\^/i;

/** Wrong in type, size, form or characters, for any field. */
const wrong: readonly unknown[] = [
  ...[undefined, null, true, false, 0, -1, -2, 0.5, 450, 1e9, 1e300, Number.NaN, Number.POSITIVE_INFINITY],
  ...[
    '',
    ' ',
    'x',
    'Mon',
    '24:00',
    '24:01',
    '9:30',
    '15:15:00',
    '2026-02-30',
    '0002-01-01',
    '2026-13',
    'x'.repeat(9_000),
  ],
  ...['\u0000', 'a\u001bb', '\ud83d', '\u200b', '\u202e', 'a\nb', '12.345', '-1.00', 'a@b', 'http://x y'],
  ...[[], [[]], [null], [undefined], ['x'], ['24:00'], Array(300).fill('09:00'), {}, { x: 1 }, { day: 'Mon' }],
];

/** The paths in a value: its own, those of its fields, and those of their fields. */
function pathsIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inside = steps.flatMap((step) =>
    // Cast is safe: a step of this value.
    pathsIn((value as Record<string | number, unknown>)[step]).map((path) => [step, ...path]),
  );
  return [[], ...inside];
}

function altered(value: unknown, [step, ...rest]: readonly (string | number)[], replacement: unknown): unknown {
  if (step === undefined) return replacement;
  // Cast is safe: the path is one of this value.
  const part = altered((value as Record<string | number, unknown>)[step], rest, replacement);
  if (Array.isArray(value)) return value.with(Number(step), part);
  return { ...(value as object), [step]: part };
}

const table = Object.entries<Endpoint>(endpoints).map(([name, { request }]) => [name, request] as const);

test.each(table)('%s says in plain words what is wrong with a field', (_, request) => {
  const sample = sampleOf(request, 'all');
  const sentences = pathsIn(sample).flatMap((path) =>
    [...wrong, { ...sample, unknownField: 1 }].flatMap((value) => {
      const read = checked(request, altered(sample, path, value));
      return 'fields' in read ? read.fields.map(({ field, message }) => `${field}: ${message}`) : [];
    }),
  );
  expect(sentences.length).toBeGreaterThan(wrong.length / 2);
  // The path is the request's own: WebAuthn has an `attestationObject`.
  const wordsOf = (sentence: string): string => sentence.slice(sentence.indexOf(':'));
  expect(
    sentences.filter(
      (sentence) => developersWords.test(wordsOf(sentence)) || !/^: [A-Z].{7,}$/s.test(wordsOf(sentence)),
    ),
  ).toEqual([]);
});

/** Inputs that people have sent, each with the sentence they get. */
test.each([
  [{ endTime: '25:00' }, 'endTime', 'End time must be a time up to 24:00, such as 17:30.'],
  [{ startTime: '24:00' }, 'startTime', 'Start time must be a time from 00:00 to 23:59, such as 09:30.'],
  [{ startTime: '9:30' }, 'startTime', 'Start time must be a time from 00:00 to 23:59, such as 09:30.'],
  [{ endTime: '15:15:00' }, 'endTime', 'End time must be a time up to 24:00, such as 17:30.'],
  [{ appointmentsPerSlot: 2001 }, 'appointmentsPerSlot', 'Appointments per slot can be at most 2000.'],
  [{ appointmentsPerSlot: '4' }, 'appointmentsPerSlot', 'Appointments per slot must be a number.'],
  [{ slotDuration: 0.5 }, 'slotDuration', 'Slot duration must be a whole number.'],
  [{ slotDuration: undefined }, 'slotDuration', 'Slot duration is required.'],
])('hours with %j: %s', (wrongHours, field, sentence) => {
  const hours = { startTime: '09:00', endTime: '12:00', appointmentsPerSlot: 1, slotDuration: 30, ...wrongHours };
  const pocId = '01J00000000000000000000D01';
  const week = { schedule: [{ pocId, day: 'Monday', timeIntervals: [hours] }] };
  expect(checked(endpoints.updateSchedule.request, week)).toEqual({
    fields: [{ field: `schedule.0.timeIntervals.0.${field}`, message: sentence }],
  });
});

test('a weekday that is none is answered with those that are', () => {
  const week = { schedule: [{ pocId: '01J00000000000000000000D01', day: 'Mon', timeIntervals: [] }] };
  expect(checked(endpoints.updateSchedule.request, week)).toEqual({
    fields: [
      {
        field: 'schedule.0.day',
        message: 'Day must be one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday.',
      },
    ],
  });
});

test.each([
  ['location', 250, 'Location can have at most 250 characters.'],
  ['name', 120, 'Name can have at most 120 characters.'],
])('a %s of %d characters is taken whole, and a longer one told the limit', (field, longest, sentence) => {
  const sample = sampleOf(endpoints.saveUser.request);
  const text = 'x'.repeat(longest);
  expect(checked(endpoints.saveUser.request, { ...sample, [field]: text })).toMatchObject({ data: { [field]: text } });
  expect(checked(endpoints.saveUser.request, { ...sample, [field]: `${text}x` })).toEqual({
    fields: [{ field, message: sentence }],
  });
});
