import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { amountWords } from '@dayline/contracts/fields/money';
import { clockWords } from '@dayline/contracts/words/dates';
import type { Language } from './state.ts';

const dayFormats = {
  en: new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
  hi: new Intl.DateTimeFormat('hi-IN', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
};

/** 'Today', 'Tomorrow' or 'Tue 1 Dec' for a date of the clinic. */
export function dayWords(language: Language, date: string, today: string): string {
  const { today: todayWord, tomorrow } = texts[language];
  if (date === today) return todayWord;
  if (date === addDays(today, 1)) return tomorrow;
  return dayFormats[language].format(Date.parse(`${date}T00:00:00Z`)).replaceAll(',', '');
}

/** 'Tue 1 Dec, 9:00 AM'; without the comma in Hindi, so that it fits the title of a row. */
export function whenWords(
  language: Language,
  at: { readonly date: string; readonly time: string },
  today: string,
): string {
  const between = language === 'hi' ? ' ' : ', ';
  return `${dayWords(language, at.date, today)}${between}${clockWords(at.time)}`;
}

/** '₹500' for what is to be paid; null if nothing is, '' if it isn't known. */
export const feeWords = (paise: number | null | undefined): string | null =>
  paise === 0 ? null : paise ? amountWords(paise) : '';

/** 'Dr. Asha Menon, Room 3'. */
export const placeWords = (doctor: string, room: string | null | undefined): string =>
  room ? `${doctor}, ${room}` : doctor;

/** In both languages at once: sent before one is chosen. */
export const chooseLanguage = 'Which language do you prefer?\nआप कौन-सी भाषा चाहते हैं?';
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' };

const englishPayment = (fee: string | null, unknown: string): string => {
  if (fee === null) return 'There is no fee.';
  return fee === '' ? unknown : `Please pay ${fee} at the hospital.`;
};

const english = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  yes: 'Yes',
  book: 'Book a visit',
  anotherDoctor: 'Another doctor',
  visits: 'My visits',
  menu: 'Menu',
  desk: 'Ask the desk',
  confirm: 'Confirm',
  anotherTime: 'Another time',
  forAnother: 'Book for another',
  somebodyElse: 'Somebody else',
  move: 'Move',
  cancel: 'Cancel the visit',
  keep: 'Keep it',
  choose: 'Choose',
  more: 'More',
  laterTimes: 'Later times',
  otherDays: 'Other days',
  again: (name: string, doctor: string) => `Hello ${name}. A visit with ${doctor} again?`,
  hello: (name: string) => `Hello ${name}. What can I do for you?`,
  who: 'Whom is it for?',
  name: 'What is the full name of the patient?',
  email: 'What is the email address of the patient? Write “no” if there is none.',
  phone: 'Please share your phone number, so that I can find or register you.',
  department: 'Which department?',
  doctor: 'Which doctor?',
  doctorsFree: (free: number) => (free === 1 ? 'One free time this week' : `${free} free times this week`),
  times: (doctor: string) => `Free times of ${doctor}:`,
  days: (doctor: string) => `Days with free times of ${doctor}:`,
  free: (free: number) => (free === 1 ? 'One free time' : `${free} free times`),
  noTimes: 'There are no free times at present.',
  taken: 'This time is no longer free.',
  lapsed: 'The place was kept for 5 minutes only, and is no longer free.',
  check: (when: string, doctor: string, name: string, fee: string | null) =>
    `${when}, ${doctor}, for ${name}. ${englishPayment(fee, 'Payment is at the hospital.')}`,
  kept: (when: string, doctor: string, name: string, fee: string | null) =>
    `Kept for 5 minutes: ${when}, ${doctor}, for ${name}. ${englishPayment(fee, 'Payment is at the hospital.')}`,
  checkMove: (when: string, doctor: string) => `Move the visit to ${when}, ${doctor}?`,
  booked: (when: string, doctor: string, fee: string | null) =>
    `Booked: ${when}, ${doctor}. ${englishPayment(fee, 'Please pay at the hospital.')}`,
  moved: (when: string, doctor: string) => `Moved: ${when}, ${doctor}.`,
  cancelled: 'The visit is cancelled.',
  refused: 'That could not be done here. Please ask the desk.',
  already: 'There is a visit at this time already.',
  yourVisits: 'Your visits:',
  noVisits: 'There are no visits to come.',
  visit: (when: string, doctor: string, name: string) => `${when}, ${doctor}, for ${name}.`,
  visitOf: (doctor: string, name: string) => `${doctor}, for ${name}`,
  askCancel: (when: string, doctor: string) => `Cancel ${when}, ${doctor}?`,
  stopped: 'Thank you. I am silent now; write anything to begin again.',
  handover: 'The desk of the hospital answers you here. I am silent for a day now; write “menu” to go on with me.',
  misunderstood: 'I did not understand that.',
};
export type Texts = typeof english;

const hindiNoFee = 'कोई फ़ीस नहीं है।';
const hindiPayment = (fee: string): string => (fee === '' ? 'भुगतान' : `${fee} का भुगतान`);

const hindi: Texts = {
  today: 'आज',
  tomorrow: 'कल',
  yes: 'हाँ',
  book: 'अपॉइंटमेंट लें',
  anotherDoctor: 'दूसरे डॉक्टर',
  visits: 'मेरे अपॉइंटमेंट',
  menu: 'मेनू',
  desk: 'डेस्क से पूछें',
  confirm: 'पक्का करें',
  anotherTime: 'दूसरा समय',
  forAnother: 'किसी और के लिए',
  somebodyElse: 'कोई और',
  move: 'समय बदलें',
  cancel: 'रद्द करें',
  keep: 'रहने दें',
  choose: 'चुनें',
  more: 'और',
  laterTimes: 'बाद के समय',
  otherDays: 'दूसरे दिन',
  again: (name, doctor) => `नमस्ते ${name}। क्या फिर से ${doctor} से मिलना है?`,
  hello: (name) => `नमस्ते ${name}। मैं क्या कर सकता हूँ?`,
  who: 'यह किसके लिए है?',
  name: 'मरीज़ का पूरा नाम क्या है?',
  email: 'मरीज़ का ईमेल पता क्या है? अगर नहीं है, तो “no” लिखें।',
  phone: 'कृपया अपना फ़ोन नंबर साझा करें, ताकि मैं आपको ढूँढ या पंजीकृत कर सकूँ।',
  department: 'कौन-सा विभाग?',
  doctor: 'कौन-से डॉक्टर?',
  doctorsFree: (free) => `इस सप्ताह ${free} समय खाली`,
  times: (doctor) => `${doctor} के खाली समय:`,
  days: (doctor) => `${doctor} के खाली दिन:`,
  free: (free) => `${free} समय खाली`,
  noTimes: 'अभी कोई समय खाली नहीं है।',
  taken: 'यह समय अब खाली नहीं है।',
  lapsed: 'यह समय केवल 5 मिनट के लिए रखा गया था, और अब खाली नहीं है।',
  check: (when, doctor, name, fee) =>
    `${when}, ${doctor}, ${name} के लिए। ${fee === null ? hindiNoFee : `${hindiPayment(fee)} अस्पताल में होगा।`}`,
  kept: (when, doctor, name, fee) =>
    `5 मिनट के लिए रखा गया: ${when}, ${doctor}, ${name} के लिए। ${fee === null ? hindiNoFee : `${hindiPayment(fee)} अस्पताल में होगा।`}`,
  checkMove: (when, doctor) => `क्या अपॉइंटमेंट ${when}, ${doctor} पर कर दें?`,
  booked: (when, doctor, fee) =>
    `अपॉइंटमेंट बुक हो गया: ${when}, ${doctor}। ${fee === null ? hindiNoFee : `कृपया अस्पताल में ${hindiPayment(fee)} करें।`}`,
  moved: (when, doctor) => `समय बदल गया: ${when}, ${doctor}।`,
  cancelled: 'अपॉइंटमेंट रद्द हो गया।',
  refused: 'यह यहाँ नहीं हो सका। कृपया डेस्क से पूछें।',
  already: 'इस समय पहले से एक अपॉइंटमेंट है।',
  yourVisits: 'आपके अपॉइंटमेंट:',
  noVisits: 'आगे कोई अपॉइंटमेंट नहीं है।',
  visit: (when, doctor, name) => `${when}, ${doctor}, ${name} के लिए।`,
  visitOf: (doctor, name) => `${doctor}, ${name} के लिए`,
  askCancel: (when, doctor) => `क्या ${when}, ${doctor} रद्द करें?`,
  stopped: 'धन्यवाद। अब मैं चुप हूँ; फिर शुरू करने के लिए कुछ भी लिखें।',
  handover: 'अस्पताल की डेस्क आपको यहीं जवाब देगी। अब मैं एक दिन चुप हूँ; मेरे साथ आगे बढ़ने के लिए “menu” लिखें।',
  misunderstood: 'मैं यह नहीं समझा।',
};

export const texts: Readonly<Record<Language, Texts>> = { en: english, hi: hindi };

/** How somebody writes that there is no email address. */
export const isNone = (typed: string): boolean => /^(?:no|none|नहीं)[.!।]?$/iu.test(typed.trim());

/** Words that work in every state, as typed. */
export const words = new Map<string, 'stop' | 'menu' | 'desk' | 'language'>(
  Object.entries({
    ...{ stop: 'stop', बंद: 'stop', रुकें: 'stop' },
    ...{ menu: 'menu', hi: 'menu', hello: 'menu', hey: 'menu', मेनू: 'menu', नमस्ते: 'menu', namaste: 'menu' },
    ...{ desk: 'desk', help: 'desk', डेस्क: 'desk', मदद: 'desk' },
    ...{ language: 'language', भाषा: 'language', english: 'language', hindi: 'language', हिन्दी: 'language' },
  } as const),
);
