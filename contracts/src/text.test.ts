import { endpoints } from './endpoints/table.ts';
import { lineSchema, linkSchema } from './text.ts';

const steering = ['a\u0000b', 'a\u001b[2Jb', 'a\nb', 'a\u007fb', 'a\u009bb', 'a\u2028b', 'a\u202eb', 'a\u2066b'];

test.each(steering)('a name such as %j is refused, and so is a link', (text) => {
  expect(lineSchema(20).safeParse(text).success).toBe(false);
  expect(linkSchema().safeParse(`https://meet.google.com/${text}`).success).toBe(false);
});

test.each([' Asha Menon ', 'ಆಶಾ\u200dಮೆನನ್', '🩺', "O'Neill-Çelik", 'ليلى\u200f', 'line end\n'])(
  '%j is a name',
  (text) => {
    expect(lineSchema(20).parse(text)).toBe(text.trim());
  },
);

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
  ['sendContactMessage', 'name'],
  ['sendContactMessage', 'email'],
] as const)('%s takes none in %s', (call, field) => {
  const { error } = endpoints[call].request.safeParse({ [field]: 'a\u001b@b.example' });
  expect(error?.issues.map(({ path }) => path[0])).toContain(field);
});
