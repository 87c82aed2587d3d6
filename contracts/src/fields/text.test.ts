import { endpoints } from '../endpoints/table.ts';
import { asSeen, oneLine, severalLines } from './format-characters.ts';
import { lineSchema, linesSchema, linkSchema, requiredLine } from './text.ts';

const steering = ['a\u0000b', 'a\u001b[2Jb', 'a\u007fb', 'a\u009bb', 'a\ud83db', 'a\udc00b'];

test.each(steering)('a text such as %j is refused with a sentence, and so is a link', (text) => {
  const sentence = 'This text has characters that cannot be shown. Please type it again.';
  for (const schema of [lineSchema(20), linesSchema(20)]) {
    expect(schema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([sentence]);
  }
  expect(linkSchema().safeParse(`https://meet.google.com/${text}`).success).toBe(false);
});

test.each([' Asha Menon ', 'ಆಶಾ\u200dಮೆನನ್', '🩺', "O'Neill-Çelik", 'line end\n'])('%j is a name', (text) => {
  expect(lineSchema(20).parse(text)).toBe(text.trim());
});

test.each([
  ['12 MG Road\nBengaluru', '12 MG Road Bengaluru'],
  ['12 MG Road,\r\n  Bengaluru\t560001', '12 MG Road, Bengaluru 560001'],
  ['Flat 3\u2028Delhi\u0085\u000b110001', 'Flat 3 Delhi 110001'],
  ['Asha  Menon', 'Asha  Menon'],
])('%j, as it is pasted, is the line %j', (pasted, line) => {
  expect(oneLine(pasted)).toBe(line);
  expect(oneLine(line)).toBe(line);
});

test('many blanks cost no more than their number', () => {
  expect(oneLine(`a${' '.repeat(500_000)}b`)).toHaveLength(500_002);
});

test('a text of several lines keeps them', () => {
  expect(severalLines(' one\r\ntwo\u2028three\tfour\u202e ')).toBe('one\ntwo\nthree four');
});

/** Invisible characters: alone, in the middle and at the ends. */
const invisible = [
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u180e', '\u200b', '\u200e', '\u200f'],
  ...['\u202a', '\u202e', '\u2060', '\u2064', '\u2066', '\u2069', '\u206f', '\u2800', '\u3164', '\ufe00', '\ufe0f'],
  ...[
    '\ufeff',
    '\uffa0',
    '\ufff9',
    '\ufffb',
    '\u{1d173}',
    '\u{e0001}',
    '\u{e0041}',
    '\u{e007f}',
    '\u{e0100}',
    '\u200c',
    '\u200d',
  ],
];

test.each(invisible)('%j goes from a name, and alone it is none', (mark) => {
  expect(asSeen(`${mark}Asha${mark} Me${mark}${mark}non${mark}`)).toBe('Asha Menon');
  const schema = requiredLine(20, 'Name is required.');
  expect(schema.safeParse(` ${mark}${mark} `).error?.issues[0]?.message).toBe('Name is required.');
});

test.each([
  ['a Persian half-space', 'می\u200cخواهم'],
  ['a half form of Devanagari', 'क्\u200dष'],
  ['a Sinhala joiner', 'ශ්\u200dරී'],
  ['an older Malayalam chillu, also at the end', 'ശ്രീജന\u0d4d\u200d'],
  ['a family', '👩\u200d⚕️'],
  ['a heart', '❤\ufe0f'],
  ['a variant of a Han character', '葛\u{e0100}城'],
])('%s keeps what its script needs: %s', (_, text) => {
  expect(asSeen(text)).toBe(text.normalize('NFC'));
  expect(oneLine(`\u200d${text}`)).toBe(text.normalize('NFC'));
});

test('joiners that join nothing go', () => {
  expect(asSeen('می\u200c')).toBe('می');
  expect(asSeen('\u200dक')).toBe('क');
  expect(asSeen('क\u200d\u200dष')).toBe('कष');
});

test('texts are composed, whatever form they come in', () => {
  expect(lineSchema(20).parse('Zoe\u0308')).toBe('Zo\u00eb');
  expect(lineSchema(20).parse('e\u034f\u0301')).toBe('\u00e9');
});

test.each([
  ['saveUser', 'name'],
  ['saveUser', 'location'],
  ['saveUser', 'email'],
  ['addDoctor', 'POC_Name'],
  ['addDoctor', 'Specialization'],
  ['addDoctor', 'External_POC_ID'],
  ['addDoctor', 'Email'],
  ['addDoctor', 'Meet_Link'],
  ['updateLink', 'link'],
  ['blockDay', 'reason'],
  ['blockSlots', 'reason'],
  ['setDayHours', 'reason'],
  ['setHospitalDay', 'name'],
  ['updateSchedule', 'name'],
  ['correctAppointmentStatus', 'reason'],
  ['correctPayment', 'reason'],
  ['refundPayment', 'reason'],
  ['sendContactMessage', 'name'],
  ['sendContactMessage', 'email'],
  ['sendContactMessage', 'message'],
] as const)('%s takes no control characters in %s', (call, field) => {
  const { error } = endpoints[call].request.safeParse({ [field]: 'a\u001b@b.example' });
  expect(error?.issues.map(({ path }) => path[0])).toContain(field);
});
