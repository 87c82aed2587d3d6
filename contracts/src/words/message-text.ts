import type { Language } from '../fields/language.ts';
import { filledText, type OwnTexts, ownText } from '../patients/message-texts.ts';
import type { MessageKind } from '../patients/messages.ts';

/** What a message may say of a visit: no diagnosis, no specialization. */
export interface VisitFacts {
  readonly hospital: string;
  readonly doctor: string;
  readonly branch: string | null;
  /** The date and time at the clinic, in the message's language. */
  readonly when: string;
  /** Until when an offered place is held, as `when`; empty for a visit. */
  readonly until: string;
  /** As it is called out; empty for a visit that isn't in the queue. */
  readonly token: string;
}

type MessageTexts = Readonly<Record<MessageKind, (visit: VisitFacts) => { subject: string; paragraph: string }>> & {
  readonly greeting: (firstName: string) => string;
  readonly closing: (hospital: string) => string;
  readonly closingOfOffer: string;
  readonly closingOfTurn: string;
  /** The link to the page that confirms, moves or cancels. */
  readonly answer: string;
  /** The link to the same page for an offered place, which accepts or declines. */
  readonly answerOffer: string;
  /** The link to say no. */
  readonly noMore: string;
};

const at = ({ hospital, branch }: VisitFacts): string => (branch === null ? hospital : `${hospital}, ${branch}`);

const english: MessageTexts = {
  greeting: (firstName) => `Hello ${firstName},`,
  answer: 'Confirm, move or cancel this visit',
  answerOffer: 'Accept or decline this place',
  closingOfOffer:
    'Without an answer until then, the place is offered to somebody else, and you stay on the waiting list. Replies to this email are not read.',
  closingOfTurn: 'If you cannot wait, please let the desk know. Replies to this email are not read.',
  noMore: 'No more emails about visits',
  closing: (hospital) => `If this does not suit you, please call ${hospital}. Replies to this email are not read.`,
  booked: (visit) => ({
    subject: `Your appointment at ${visit.hospital}`,
    paragraph: `Your appointment with ${visit.doctor} is booked for ${visit.when}, at ${at(visit)}.`,
  }),
  moved: (visit) => ({
    subject: `New time of your appointment at ${visit.hospital}`,
    paragraph: `Your appointment has a new time: ${visit.when}, with ${visit.doctor}, at ${at(visit)}.`,
  }),
  cancelled: (visit) => ({
    subject: `Your appointment at ${visit.hospital} is cancelled`,
    paragraph: `Your appointment with ${visit.doctor} on ${visit.when} is cancelled.`,
  }),
  dayBefore: (visit) => ({
    subject: `Tomorrow: your appointment at ${visit.hospital}`,
    paragraph: `A reminder of your appointment tomorrow: ${visit.when}, with ${visit.doctor}, at ${at(visit)}.`,
  }),
  hoursBefore: (visit) => ({
    subject: `Today: your appointment at ${visit.hospital}`,
    paragraph: `A reminder of your appointment in two hours: ${visit.when}, with ${visit.doctor}, at ${at(visit)}.`,
  }),
  offered: (visit) => ({
    subject: `A place is free at ${visit.hospital}`,
    paragraph: `A place with ${visit.doctor} is free: ${visit.when}, at ${at(visit)}. It is held for you until ${visit.until}.`,
  }),
  next: (visit) => ({
    subject: `It is soon your turn at ${visit.hospital}`,
    paragraph: `It is soon your turn with ${visit.doctor}. Your token is ${visit.token}. Please be in the waiting area of ${at(visit)}.`,
  }),
};

const hindi: MessageTexts = {
  greeting: (firstName) => `नमस्ते ${firstName},`,
  answer: 'इस अपॉइंटमेंट की पुष्टि करें, समय बदलें या इसे रद्द करें',
  answerOffer: 'यह जगह स्वीकार या अस्वीकार करें',
  closingOfOffer:
    'तब तक जवाब न मिलने पर यह जगह किसी और को दी जाएगी, और आप प्रतीक्षा सूची में बने रहेंगे। इस ईमेल के जवाब नहीं पढ़े जाते।',
  closingOfTurn: 'अगर आप रुक नहीं सकते, तो कृपया डेस्क पर बताएँ। इस ईमेल के जवाब नहीं पढ़े जाते।',
  noMore: 'अपॉइंटमेंट के ईमेल बंद करें',
  closing: (hospital) => `अगर यह समय ठीक न हो, तो कृपया ${hospital} को फ़ोन करें। इस ईमेल के जवाब नहीं पढ़े जाते।`,
  booked: (visit) => ({
    subject: `${visit.hospital} में आपका अपॉइंटमेंट`,
    paragraph: `${visit.doctor} के साथ आपका अपॉइंटमेंट ${visit.when} के लिए बुक हुआ है, ${at(visit)} में।`,
  }),
  moved: (visit) => ({
    subject: `${visit.hospital} में आपके अपॉइंटमेंट का नया समय`,
    paragraph: `आपके अपॉइंटमेंट का नया समय: ${visit.when}, ${visit.doctor} के साथ, ${at(visit)} में।`,
  }),
  cancelled: (visit) => ({
    subject: `${visit.hospital} में आपका अपॉइंटमेंट रद्द हुआ`,
    paragraph: `${visit.doctor} के साथ ${visit.when} का आपका अपॉइंटमेंट रद्द हुआ है।`,
  }),
  dayBefore: (visit) => ({
    subject: `कल: ${visit.hospital} में आपका अपॉइंटमेंट`,
    paragraph: `कल के आपके अपॉइंटमेंट की याद: ${visit.when}, ${visit.doctor} के साथ, ${at(visit)} में।`,
  }),
  hoursBefore: (visit) => ({
    subject: `आज: ${visit.hospital} में आपका अपॉइंटमेंट`,
    paragraph: `दो घंटे में होने वाले आपके अपॉइंटमेंट की याद: ${visit.when}, ${visit.doctor} के साथ, ${at(visit)} में।`,
  }),
  offered: (visit) => ({
    subject: `${visit.hospital} में एक जगह खाली है`,
    paragraph: `${visit.doctor} के साथ एक जगह खाली है: ${visit.when}, ${at(visit)} में। यह आपके लिए ${visit.until} तक रोकी गई है।`,
  }),
  next: (visit) => ({
    subject: `${visit.hospital} में आपकी बारी आने वाली है`,
    paragraph: `${visit.doctor} के साथ आपकी बारी आने वाली है। आपका टोकन ${visit.token} है। कृपया ${at(visit)} के प्रतीक्षा क्षेत्र में रहें।`,
  }),
};

export const messageText: Readonly<Record<Language, MessageTexts>> = { en: english, hi: hindi };

/** What a message says of a visit: in the hospital's own words, if it has some. */
export function paragraphOf(about: Omit<OwnTexts[number], 'text'>, visit: VisitFacts, texts: OwnTexts): string {
  const own = ownText(texts, about);
  if (own === null) return messageText[about.language][about.kind](visit).paragraph;
  const { hospital, branch, doctor, when, until, token } = visit;
  return filledText(own, {
    ...{ '{hospital}': hospital, '{branch}': branch ?? '', '{doctor}': doctor, '{when}': when, '{until}': until },
    '{token}': token,
  });
}

/** The product's text with placeholders, from which a hospital's own begins. */
export const usualText = ({ kind, language }: Pick<OwnTexts[number], 'kind' | 'language'>): string =>
  messageText[language][kind]({
    ...{ hospital: '{hospital}', branch: '{branch}', doctor: '{doctor}', when: '{when}', until: '{until}' },
    token: '{token}',
  }).paragraph;

/** 'Saturday, 21 November 2026 at 10:00 am', at the clinic; in Hindi with the part of the day. */
export function whenText(instant: number, timeZone: string, language: Language): string {
  if (language === 'en') {
    return new Intl.DateTimeFormat('en-IN', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(instant);
  }
  const part = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('hi-IN-u-nu-latn', { timeZone, ...parts }).format(instant);
  const time = part({ hour: 'numeric', minute: '2-digit', hour12: true, dayPeriod: 'long' });
  return `${part({ dateStyle: 'full' })} को ${time} बजे`;
}

const titles = /^(?:mr|mrs|ms|miss|dr|shri|smt|sri|baby|master|श्री|श्रीमती|डॉ)\.?$/i;

/** The first word of a name that isn't a title: an address may be of a whole family. */
export function firstNameOf(name: string | null): string {
  const words = (name ?? '').split(/\s+/).filter((word) => word !== '');
  return words.find((word) => !titles.test(word)) ?? words[0] ?? '';
}
