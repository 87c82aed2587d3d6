import { type ErrorCode, errorCodes } from '@dayline/contracts/errors';
import { passwordTooLong } from '@dayline/contracts/fields/password';
import type { Words } from '@dayline/contracts/words/english';
import { phrase } from '@dayline/contracts/words/english';

Object.assign(globalThis, { document: { cookie: 'dayline-language=hi' } });
const { answerText, replyText, sentenceText } = await import('./text.hi.ts');
const { errorText } = await import('./errors-text.hi.ts');
const { fieldText } = await import('./fields-text.hi.ts');
const { importProblemText } = await import('./import-text.hi.ts');
const { commandText } = await import('./activity-text.hi.ts');
const { CallError } = await import('../api/call-error.ts');
const { wordsLoaded } = await import('../../ui/locale/define-text.ts');

/** Arguments that can't be arbitrary text. */
const args: { readonly [Code in keyof Words]?: Parameters<Words[Code]> } = {
  date: ['2026-11-21'],
  status: ['Availed'],
  payment: ['Paid'],
  money: [70_000, 'cash'],
  refusal: ['slot.full'],
  firstOfMany: ['ABC', 3, 4],
  importFinished: ['done', 42],
  importUndoFinished: [40],
  unknownThing: ['slot'],
  counted: ['ABC', 12, '10:40 am'],
  readReport: ['2026-11'],
  feeDecided: ['ABC', null, '0.00', null, '0.00'],
  feeRulesSet: ['Dr. Asha Menon', 2],
  clientFeeRulesSet: [2],
  feeBy: [null, '0.00', '100.00', '100.00'],
  feeRepeated: [null, '0.00', null, '0.00'],
  feeOther: [null, '0.00', null, '0.00'],
  dayClosedCounted: ['ABC', 500_000],
  withFee: ['ABC', null, 80_000, 'left'],
  feeSet: ['Dr. Asha Menon', '500.00'],
  exported: ['csv', null, null, '12', null],
  bookedFor: ['2026-11-21', '11:20', 'Dr. Asha Menon', 'Direct Consultation'],
  weekday: ['Monday'],
  everyWeeks: [2, 'Monday', '2026-11-23'],
  booksUntil: ['7:00 pm', 1],
  firstUntil: ['7:00 pm', 1],
  takes: ['first', 2],
  quota: ['first', 40],
  visit: ['again'],
  withSlots: ['ABC', 20, 2],
  movedTo: ['10:00', '09:00'],
  movedBack: ['09:00'],
  moveStarted: ['2026-11-21', '11:20', 'Dr. Asha Menon'],
  moveBackStarted: ['2026-11-21', '11:20', 'Dr. Asha Menon'],
  movedIn: ['2026-11-21', 'Dr. Asha Menon', 'Paid'],
  movedAway: ['2026-11-21', 'Dr. Asha Menon', '09:30'],
  moveAbandoned: ['2026-11-21', 'Dr. Asha Menon', 'ABC'],
  moveUndone: ['2026-11-21', '11:20', 'Dr. Asha Menon'],
  triedToMove: ['09:00'],
  arrived: ['ABC', 4, 'A'],
  arrivedWith: [4, 'A'],
  callIsWithdrawn: ['ABC', true],
  paymentIs: ['Paid'],
  paymentBack: ['Paid'],
  paymentNow: ['Paid'],
  markedAs: ['Availed'],
  statusBack: ['Confirmed'],
  correctedTo: ['Cancelled'],
  triedToMark: ['Not_Availed'],
  triedToCorrect: [null],
  undoneAfter: [4_000],
  becauseOfLeave: ['ABC', 'Dr. Asha Menon', '2026-11-26', '2026-12-05'],
  patientRemovalStarted: ['ABC', '2026-11-26'],
  signInsErased: ['2026-11'],
  waitingListJoined: ['ABC', '2026-11-26', '2026-12-05'],
  leaveStarted: ['Dr. Asha Menon', '2026-11-26', '2026-12-05'],
  leaveStopped: ['Dr. Asha Menon', '2026-11-26'],
  leaveSettled: ['Dr. Asha Menon', 4, 2, 1, 1],
  leaveEnded: ['Dr. Asha Menon', '2026-11-26'],
};
/** They only join their arguments. */
const joining: ReadonlySet<string> = new Set(['clock', 'whom', 'withReason', 'session'] satisfies (keyof Words)[]);

const devanagari = /\p{Script=Devanagari}/u;
const sayings = (Object.keys(sentenceText) as (keyof Words)[])
  .filter((code) => !joining.has(code))
  // Cast is safe: functions that take anything other than text are listed above.
  .map((code) => [
    code,
    (sentenceText[code] as (...given: readonly unknown[]) => string)(...(args[code] ?? ['ABC', 'DEF', 'GHI'])),
  ]);

test.each([
  ...sayings,
  ...(Object.keys(errorCodes) as ErrorCode[]).map((code) => [code, errorText[code]]),
  ...Object.entries(replyText),
  ...Object.entries(fieldText),
  ...Object.entries(importProblemText),
])('%s has words in Hindi', (_code, words) => {
  expect(words).toMatch(devanagari);
  expect(words).not.toMatch(/undefined|NaN|Invalid/);
});

const entry = {
  actor: { kind: 'admin', id: 'a1', name: 'Front Desk 1' },
  sentence: 'cancelled Rohan Kulkarni, Nov 24, 9:30 AM, Dr. Asha Menon.',
  note: null as string | null,
};
const translated = <Entry extends object>(words: Entry): Entry => {
  const body = { entries: [{ ...entry, ...words }] };
  answerText.translate('listActivity', body);
  return body.entries[0] as Entry;
};
const patient = phrase(
  'whom',
  'Rohan Kulkarni',
  phrase('date', '2026-11-24'),
  phrase('clock', '09:30'),
  'Dr. Asha Menon',
);

test('an entry of the activity continues after the actor’s name, its refusal by the code', () => {
  expect(
    translated({
      words: phrase('statement', phrase('cancelled', patient)),
      note: 'This time was taken a moment ago.',
      noteWords: phrase('refusal', 'slot.full'),
    }),
  ).toMatchObject({
    sentence: 'ने Rohan Kulkarni, 24 नव॰, 9:30 am, Dr. Asha Menon का अपॉइंटमेंट रद्द किया।',
    note: 'यह समय अभी-अभी ले लिया गया।',
  });
});

test.each([
  ['sign-in', 'किसी'],
  ['erased', 'मिटाए गए खाते'],
  ['unknown', 'अज्ञात खाते'],
])('an actor who isn’t known has words too: %s', (id, name) => {
  const actor = { kind: 'system', id, name: 'Erased account' };
  expect(translated({ actor })).toMatchObject({ actor: { name } });
});

test('a command that was refused is named in Hindi, one of another build by its name', () => {
  expect(commandText('blockDay')).toBe('दिन ब्लॉक करने');
  expect(commandText('moveMoon')).toBe('“moveMoon” करने');
});

test.each([
  ['an older server sent no words', {}],
  ['a newer one has others', { words: { code: 'statement', args: [{ code: 'movedMoon', args: [] }] } }],
])('the English sentence stays where %s', (_when, words) => {
  expect(translated(words)).toMatchObject({ sentence: entry.sentence });
});

test('what a page shows of a reply is Hindi', () => {
  const body = { success: true, message: 'Your email is verified.' };
  answerText.translate('verifyEmail', body);
  expect(body.message).toBe('आपका ईमेल सत्यापित हो गया।');
});

test('what is shown of a row of an import is Hindi', () => {
  const row = { code: 'phone.no-area', sentence: 'The area code is missing.', row: 3 };
  const unknownRefusal = { code: 'moon.full', sentence: 'The moon is full.', row: 4 };
  answerText.translate('getImport', { refused: [row, unknownRefusal], kept: [] });
  expect([row.sentence, unknownRefusal.sentence]).toEqual(['एरिया कोड नहीं है।', 'The moon is full.']);
});

test('a refusal is shown by its code, of each field too', async () => {
  await wordsLoaded();
  const fields = [
    { field: 'Monday', message: 'Monday is there twice.' },
    { field: 'password', message: passwordTooLong },
  ];
  const { message, details } = new CallError({
    status: 422,
    code: 'schedule.invalid',
    message: 'Some hours of the schedule are not valid.',
    details: { fields },
  });
  expect(message).toBe('समय-सारणी के कुछ समय सही नहीं हैं।');
  expect(details.fields).toEqual([
    { field: 'Monday', message },
    { field: 'password', message: 'पासवर्ड में अधिक से अधिक 128 अक्षर हो सकते हैं।' },
  ]);
});
