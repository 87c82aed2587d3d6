import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import type { EndpointName, ResponseOf } from '@dayline/contracts/endpoints/table';
import { type Phrase, wordsOf } from '@dayline/contracts/fields/phrase';
import type { Words } from '@dayline/contracts/words/english';
import { nothingChanged, type replyWords } from '@dayline/contracts/words/replies';
import { toastText } from '../actions/text.hi.ts';
import { activityText } from './activity-text.hi.ts';
import { errorText } from './errors-text.hi.ts';
import { hoursSentence } from './hours-text.hi.ts';
import { importProblemText } from './import-text.hi.ts';
import { storyText } from './story-text.hi.ts';

export const sentenceText: Words = { ...activityText, ...storyText, ...hoursSentence };

export const replyText: Record<keyof typeof replyWords, string> = {
  blockDay: 'उपलब्धता बदल दी गई।',
  blockSlots: 'उपलब्धता बदल दी गई।',
  setDayHours: 'उपलब्धता बदल दी गई।',
  clearDayHours: 'उपलब्धता बदल दी गई।',
  verifyPocEmail: 'अगर यह पता हमारे किसी डॉक्टर का है, तो इसे सत्यापित करने का लिंक भेजा जा रहा है।',
  verifyEmail: 'आपका ईमेल सत्यापित हो गया।',
  updatePassword: 'आपका पासवर्ड तय हो गया। अब आप साइन इन कर सकते हैं।',
  requestPasswordReset: 'अगर इस पते का खाता है, तो पासवर्ड रीसेट करने का लिंक भेजा जा रहा है।',
  requestSignInLink: 'अगर इस पते का खाता है, तो साइन इन करने का लिंक भेजा जा रहा है।',
  requestEmailChange: 'नए पते की पुष्टि का लिंक उस पते पर भेजा जा रहा है।',
  confirmEmailChange: 'आपका ईमेल बदल गया। अब से नए ईमेल से साइन इन करें।',
  declineMessages: 'अब आपको अपॉइंटमेंट के ईमेल नहीं आएँगे।',
  resetPassword: 'आपका पासवर्ड बदल गया। अब आप साइन इन कर सकते हैं।',
};

const problemText: Readonly<Record<string, string>> = { ...errorText, ...importProblemText };

type Entry = Pick<ActivityEntry, 'actor' | 'sentence' | 'note' | 'words' | 'noteWords'>;

/** The entries in each response that contains any. */
const entriesIn: { [Name in EndpointName]?: (body: ResponseOf<Name>) => readonly Entry[] } = {
  listActivity: ({ entries }) => entries,
  getActivityCauses: (relations) => relations.map(({ entry }) => entry),
  getBoardAsOf: ({ around }) => around,
  listDeskChanges: (changes) => changes,
  getReport: ({ lines }) => lines.map(({ entry }) => entry),
  getAppointmentStory: ({ entries }) => entries,
};

/**
 * The English sentence is kept if it can't be translated: an older server sends no words, a newer one may send unknown
 * ones.
 */
function inHindi(sentence: string, words: Phrase | null | undefined): string {
  if (!words) return sentence;
  try {
    return wordsOf(words, sentenceText);
  } catch {
    return sentence;
  }
}

function translateEntry(entry: Entry): void {
  entry.sentence = inHindi(entry.sentence, entry.words);
  if (entry.note !== null) entry.note = inHindi(entry.note, entry.noteWords);
  const nameless = namelessActors[entry.actor.id];
  if (nameless !== undefined) entry.actor = { ...entry.actor, name: nameless };
}

/** Of whom it isn't known who they are: who tried to sign in, and whose sign-ins an alias stands for. */
const namelessActors: Readonly<Record<string, string>> = {
  'sign-in': 'किसी',
  erased: 'मिटाए गए खाते',
  unknown: 'अज्ञात खाते',
};

/** Messages of an import's rows, by code. */
const problemsIn: {
  [Name in EndpointName]?: (body: ResponseOf<Name>) => readonly { code: string; sentence: string }[];
} = {
  previewImport: ({ preview }) => preview?.rows.flatMap(({ problem }) => problem ?? []) ?? [],
  getImport: ({ refused, kept }) => [...refused, ...kept],
};

export const answerText = {
  translate(name: EndpointName, body: object): void {
    // Casts are safe: the body belongs to the call.
    const entries = (entriesIn[name] as ((body: object) => readonly Entry[]) | undefined)?.(body);
    for (const entry of entries ?? []) translateEntry(entry);
    const problems = (
      problemsIn[name] as ((body: object) => readonly { code: string; sentence: string }[]) | undefined
    )?.(body);
    for (const problem of problems ?? []) problem.sentence = problemText[problem.code] ?? problem.sentence;
    if ('message' in body && body.message === nothingChanged) {
      body.message = toastText.nothingChanged;
      return;
    }
    const message = (replyText as Readonly<Record<string, string>>)[name];
    if (message !== undefined && 'message' in body) body.message = message;
  },
};
