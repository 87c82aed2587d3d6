import type { Visit } from '@dayline/contracts/endpoints/patients';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { emailOr } from '@dayline/contracts/fields/email';
import { inSentences } from '@dayline/contracts/fields/field-errors';
import { longestLocation, longestName } from '@dayline/contracts/fields/longest';
import { requiredLine } from '@dayline/contracts/fields/text';
import { z } from 'zod';
import { fieldText } from '../../shared/sentences/fields-text.ts';
import { detailsText as text } from './text.ts';

export type Overview = ResponseOf<'getPatientOverview'>;
export type Family = ResponseOf<'getPatientFamily'>['people'];

/** The visit to repeat: the newest one that wasn't cancelled, else the next one that is booked. */
export const lastTime = ({ past, upcoming }: Pick<Overview, 'past' | 'upcoming'>): Visit | undefined =>
  past.visits.find(({ status }) => status !== 'Cancelled') ?? upcoming.visits[0];

/** What the wizard opens with, as its navigation state: the person with the family of the phone, and "as last time". */
export function bookAgainState(overview: Overview, family: Family) {
  const { userId, name, email, location, phone } = overview;
  const visit = lastTime(overview);
  const people = [
    { userId, name, email, location },
    ...family.map((person) => ({
      userId: person.userId,
      name: person.name,
      email: person.email,
      location: person.location,
    })),
  ];
  return {
    person: { phone, userId, family: people },
    ...(visit && { type: visit.type }),
    ...(visit?.departmentId && { departmentId: visit.departmentId, pocId: visit.pocId }),
  };
}

/** Past visits without a mark. */
export const unmarked = ({ total, visited, notVisited, cancelled }: Overview['past']): number =>
  total - visited - notVisited - cancelled;

/** The details of a person, as typed. */
export interface Details {
  name: string;
  email: string;
  location: string;
}
export type DetailErrors = Partial<Record<keyof Details, string>>;

const detailsSchema = () =>
  z.object({
    name: requiredLine(longestName, text.nameRequired),
    email: emailOr(text.emailRequired, text.emailInvalid),
    location: requiredLine(longestLocation, text.locationRequired),
  });

/** The details as they are sent, or what is wrong with them: of several errors of a field the first. */
export function checkedDetails(details: Details): { sent: Details } | { errors: DetailErrors } {
  const { data, error } = detailsSchema().safeParse(details, { error: inSentences });
  if (data) return { sent: data };
  const errors: DetailErrors = {};
  for (const { path, message } of error.issues) {
    const [field] = path;
    if (field === 'name' || field === 'email' || field === 'location') errors[field] ??= fieldText[message] ?? message;
  }
  return { errors };
}
