import { endpoints } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { Language } from '@dayline/contracts/fields/language';
import { doctorDayOf } from '@dayline/contracts/ids';
import { isNews } from '@dayline/contracts/patients/messages';
import type { PlannedMessage } from '@dayline/contracts/views/message-fold';
import type { Clock } from '@dayline/runtime/clock';
import type { Letter } from '@dayline/runtime/mail/port';
import { letterOf } from '../letters/words.ts';
import type { VisitNow } from '../message/message.ts';
import type { MessageLinks } from '../message-choice/message-links.ts';
import { invitation } from './invitation.ts';
import { messageText } from './message-text.ts';
import { languageOf, type MessageAggregates, personOf } from './visit-now.ts';

interface WritingDeps {
  readonly aggregates: MessageAggregates;
  readonly clock: Clock;
  /** The sender's address, as configured: `Name <address>` or the address alone. */
  readonly mailFrom: string;
  /** The origin of links. */
  readonly publicUrl: string;
  readonly links: Pick<MessageLinks, 'tokenOf' | 'answerTokenOf'>;
}

export type WriteMessage = (message: PlannedMessage, visit: VisitNow, clientId: string) => Promise<Letter>;

/** The e-mail of a message: the visit's time and place, the doctor, and nothing of the patient but the first name. */
export const messageWriter =
  ({ aggregates, clock, mailFrom, publicUrl, links }: WritingDeps): WriteMessage =>
  async ({ kind, messageId }, visit, clientId) => {
    const { appointmentId, startsAt, zone, settings } = visit;
    const { pocId } = doctorDayOf(appointmentId);
    const person = await personOf(aggregates, visit.patientId);
    const { state: client } = await aggregates.clients.load(streams.client(clientId));
    const { state: doctor } = await aggregates.doctors.load(streams.doctor(pocId));
    if (!person?.email || !client) throw new Error(`The message of ${appointmentId} has no recipient.`);
    const language = (await languageOf(aggregates, person)) ?? settings.language;
    const branch = client.branches.find(({ id }) => id === visit.branchId)?.name ?? null;
    const facts = {
      hospital: client.name,
      doctor: doctor?.name ?? '',
      branch,
      when: whenText(startsAt, zone, language),
      until: visit.offeredUntil === undefined ? '' : whenText(visit.offeredUntil, zone, language),
    };
    const { greeting, closing, closingOfOffer, noMore, answer, answerOffer, ...texts } = messageText[language];
    const isOffer = kind === 'offered';
    const { subject, paragraph } = texts[kind](facts);
    const token = await links.tokenOf(visit.patientId);
    const page = `${publicUrl}/no-messages/${token}/${visit.patientId}#${language}`;
    const answerToken = await links.answerTokenOf(appointmentId, visit.patientId);
    const answerPage = `${publicUrl}/your-visit/${answerToken}/${appointmentId}#${language}`;
    const words = {
      subject,
      greeting: greeting(firstNameOf(person.name)),
      paragraphs: [paragraph],
      ...(kind !== 'cancelled' && { button: { label: isOffer ? answerOffer : answer, link: answerPage } }),
      closing: isOffer ? closingOfOffer : closing(facts.hospital),
      footer: { label: noMore, link: page },
    };
    const oneClick = new URLSearchParams({ token, userId: visit.patientId });
    // Whoever has its link can cancel the visit, so that it isn't logged.
    const { link: _, ...written } = letterOf(person.email, words, language);
    const letter = {
      ...written,
      unsubscribe: `${publicUrl}${endpoints.declineMessages.path}?${oneClick}`,
    };
    if (!isNews(kind)) return letter;
    const event = {
      ...{ uid: visit.visitId, sequence: messageId, isCancelled: kind === 'cancelled' },
      ...{ startsAt, endsAt: startsAt + visit.minutes * 60_000, now: clock.now() },
      ...{ summary: facts.hospital, location: branch, from: addressIn(mailFrom), to: person.email },
    };
    return { ...letter, calendar: invitation(event) };
  };

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

const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
