import type { ActivityRow } from '@dayline/contracts/activity';
import { eventTable } from '@dayline/contracts/events/table';
import { activityWords } from '@dayline/contracts/words/activity';
import { isOutage } from '@dayline/http/outage';
import type { Names } from './names.ts';
import { entrySentence } from './sentences.ts';

test.each([
  ['type', { type: 'SomethingNewer' }],
  ['version', { type: 'SignedOut', version: 3 }],
])('an entry of a newer %s, which a newer projector wrote, is an outage, not a guess', (_, row) => {
  // Casts are safe: an entry of this kind is refused before any other field is read.
  const entry = { position: '42', facts: {}, ...row } as unknown as ActivityRow;
  const fault = (() => {
    try {
      return entrySentence(entry, {} as Names);
    } catch (error) {
      return error;
    }
  })();
  expect([isOutage(fault), String(fault)]).toEqual([true, expect.stringContaining(`doesn't know ${row.type}`)]);
});

test('there are words for each sentence that an event’s definition has, which take what it names', () => {
  const words: Readonly<Record<string, (...args: never[]) => string>> = activityWords;
  const sentences = [...eventTable.values()].flatMap(({ sentence }) => (sentence ? [sentence] : []));
  expect(sentences.length).toBeGreaterThan(40);
  for (const [code, ...parts] of sentences) expect([code, words[code]?.length]).toEqual([code, parts.length]);
});
