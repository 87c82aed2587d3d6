import type { ListedChat } from '@dayline/contracts/endpoints/partner/chats';
import { conversationsText as text } from './text.ts';

/** How often they are fetched, in ms: no live message is about a chat. */
export const lookEvery = { list: 5_000, talk: 2_000 };

/** Whose chat it is: the patients at the phone, or else its number. */
export function nameOf({ patients, phone }: Pick<ListedChat, 'patients' | 'phone'>): string {
  if (patients.length === 0) return phone ?? text.hiddenNumber;
  return patients.map(({ name }) => name ?? text.erased).join(', ');
}

export type Group = 'waiting' | 'answered' | 'ended';
export const groups: readonly Group[] = ['waiting', 'answered', 'ended'];

export const groupOf = ({ deskUntil, isAnswered }: Pick<ListedChat, 'deskUntil' | 'isAnswered'>): Group =>
  deskUntil === null ? 'ended' : isAnswered ? 'answered' : 'waiting';
