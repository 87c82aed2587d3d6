import type { Visit } from '@dayline/contracts/endpoints/patients';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';

export type Overview = ResponseOf<'getPatientOverview'>;
export type MessageLanguage = NonNullable<Overview['messageLanguage']>;
export type Family = ResponseOf<'getPatientFamily'>['people'];

/** The visit to repeat: the newest one that wasn't cancelled, or else the next one booked. */
export const lastTime = ({ past, upcoming }: Pick<Overview, 'past' | 'upcoming'>): Visit | undefined =>
  past.visits.find(({ status }) => status !== 'Cancelled') ?? upcoming.visits[0];

/** The wizard's navigation state: the patient with the family of the phone, and "as last time". */
export function bookAgainState(overview: Overview, family: Family) {
  const { userId, name, email, location, phone, identity, emailOptional } = overview;
  const visit = lastTime(overview);
  const person = { userId, name, email, location, ...(identity && { identity }) };
  const others = family.map(({ next: _, lastVisit: __, ...member }) => member);
  return {
    person: { phone, userId, family: [person, ...others], ...(emailOptional && { emailOptional }) },
    ...(visit && { type: visit.type }),
    ...(visit?.departmentId && { departmentId: visit.departmentId, pocId: visit.pocId }),
  };
}

/** Past visits not marked yet. */
export const unmarkedCount = ({ total, visited, notVisited, cancelled }: Overview['past']): number =>
  total - visited - notVisited - cancelled;
