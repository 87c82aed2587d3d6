import { messageText, paragraphOf, usualText } from '../words/message-text.ts';
import {
  filledText,
  maxMessageText,
  messageTextSchema,
  ownText,
  type PlaceholderValues,
  withText,
} from './message-texts.ts';
import { messageKinds } from './messages.ts';

const about = { channel: 'email', kind: 'booked', language: 'en' } as const;
const values: PlaceholderValues = {
  ...{ '{hospital}': 'Sunrise', '{branch}': 'East Wing', '{doctor}': 'Dr. Rao', '{when}': 'Monday', '{until}': 'noon' },
  '{token}': 'B7',
};
const faultOf = (text: string, kind: 'booked' | 'offered' | 'next' = 'booked') =>
  messageTextSchema.safeParse({ ...about, kind, text }).error?.issues[0]?.message;

test.each([
  ['On {when} with {doctor}.', 'On Monday with Dr. Rao.'],
  ['{when}{when}', 'MondayMonday'],
  ['At {hospital}, {branch}: {when}', 'At Sunrise, East Wing: Monday'],
  ['{unknown} {when and {doctor}', '{unknown} {when and Dr. Rao'],
  ['100 {', '100 {'],
])('%s is filled', (text, filled) => {
  expect(filledText(text, values)).toBe(filled);
});

test('what fills a placeholder is not filled again, and a missing branch leaves no comma', () => {
  expect(filledText('{doctor}', { ...values, '{doctor}': '{when}' })).toBe('{when}');
  expect(filledText('At {hospital}, {branch}. On {when}', { ...values, '{branch}': '' })).toBe('At Sunrise. On Monday');
});

test('a text names the time, a place also its end, and nothing unknown', () => {
  expect(faultOf('On {when}')).toBeUndefined();
  expect(faultOf('Come soon')).toBe('Please name the date and time of the visit by {when}.');
  expect(faultOf('{when} {diagnosis}')).toMatch(/^Please use only \{hospital\}/);
  expect(faultOf(' ')).toBe('Please enter a text.');
  expect(faultOf('Token {token}', 'next')).toBeUndefined();
  expect(faultOf('On {when}', 'offered')).toBe('Please say by {until} how long the place is held.');
  expect(faultOf('On {when} until {until}', 'offered')).toBeUndefined();
  expect(faultOf(`{when}${'x'.repeat(maxMessageText)}`)).toBeDefined();
  expect(messageTextSchema.safeParse({ ...about, kind: 'offered', text: null }).success).toBe(true);
});

test('the usual text is valid as a hospital’s own, and says the same', () => {
  for (const language of ['en', 'hi'] as const) {
    for (const kind of messageKinds) {
      const text = usualText({ kind, language });
      expect(messageTextSchema.safeParse({ channel: 'email', kind, language, text }).error?.issues).toBeUndefined();
      for (const branch of ['East Wing', null]) {
        const visit = { hospital: 'Sunrise', branch, doctor: 'Dr. Rao', when: 'Monday', until: 'noon', token: 'B7' };
        expect(paragraphOf({ channel: 'email', kind, language }, visit, [{ ...about, kind, language, text }])).toBe(
          messageText[language][kind](visit).paragraph,
        );
      }
    }
  }
});

test('a text is one message’s in one language', () => {
  const texts = withText(withText([], { ...about, text: 'a {when}' }), { ...about, language: 'hi', text: 'b {when}' });
  expect(ownText(texts, about)).toBe('a {when}');
  expect(ownText(texts, { ...about, kind: 'moved' })).toBeNull();
  expect(withText(withText(texts, { ...about, text: 'c {when}' }), { ...about, language: 'hi', text: null })).toEqual([
    { ...about, text: 'c {when}' },
  ]);
});
