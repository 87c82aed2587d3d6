import { endpoints } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import { isNews } from '@dayline/contracts/patients/messages';
import type { PlannedMessage } from '@dayline/contracts/views/message-fold';
import { firstNameOf, messageText, paragraphOf, whenText } from '@dayline/contracts/words/message-text';
import type { Clock } from '@dayline/runtime/clock';
import type { Letter } from '@dayline/runtime/mail/port';
import { letterOf } from '../letters/words.ts';
import type { VisitNow } from '../message/message.ts';
import type { MessageLinks } from '../message-choice/message-links.ts';
import { invitation } from './invitation.ts';
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
      token: visit.queue?.token ?? '',
      until: visit.offeredUntil === undefined ? '' : whenText(visit.offeredUntil, zone, language),
    };
    const { greeting, closing, closingOfOffer, closingOfTurn, noMore, answer, answerOffer, ...texts } =
      messageText[language];
    const [isOffer, isTurn] = [kind === 'offered', kind === 'next'];
    const { subject } = texts[kind](facts);
    const paragraph = paragraphOf({ channel: 'email', kind, language }, facts, client.messageTexts);
    const token = await links.tokenOf(visit.patientId);
    const page = `${publicUrl}/no-messages/${token}/${visit.patientId}#${language}`;
    const answerToken = await links.answerTokenOf(appointmentId, visit.patientId);
    const answerPage = `${publicUrl}/your-visit/${answerToken}/${appointmentId}#${language}`;
    const words = {
      subject,
      greeting: greeting(firstNameOf(person.name)),
      paragraphs: [paragraph],
      ...(kind !== 'cancelled' && !isTurn && { button: { label: isOffer ? answerOffer : answer, link: answerPage } }),
      closing: isTurn ? closingOfTurn : isOffer ? closingOfOffer : closing(facts.hospital),
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

const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
