import type { ListedChat } from '@dayline/contracts/endpoints/partner/chats';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { conversationsText as text } from './text.ts';

export type Overview = ResponseOf<'getPatientOverview'>;

/** The wizard's navigation state: a visit for this person. */
export function bookingFor({ userId, name, email, location, phone, identity, emailOptional }: Overview) {
  const person = { userId, name, email, location, ...(identity && { identity }) };
  return { person: { phone, userId, family: [person], ...(emailOptional && { emailOptional }) } };
}

/** Whose chat it is: the patients at the phone, or else its number. */
export function nameOf({ patients, phone }: Pick<ListedChat, 'patients' | 'phone'>): string {
  if (patients.length === 0) return phone ?? text.hiddenNumber;
  return patients.map(({ name }) => name ?? text.erased).join(', ');
}

export type Group = 'waiting' | 'answered' | 'ended';
export const groups: readonly Group[] = ['waiting', 'answered', 'ended'];

export const groupOf = ({ deskUntil, isAnswered }: Pick<ListedChat, 'deskUntil' | 'isAnswered'>): Group =>
  deskUntil === null ? 'ended' : isAnswered ? 'answered' : 'waiting';
