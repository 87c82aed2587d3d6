import { freePlaces } from '@dayline/contracts/clinic/day/availability';
import { shownIdentity } from '@dayline/contracts/clinic/identity';
import { refuse } from '@dayline/contracts/errors';
import { lookUpKeysOf } from '@dayline/contracts/search/people';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { ClientDesk } from '../desk/desk.ts';
import { isOpenForBooking, openDays, slotsOn } from '../desk/doctor-days.ts';
import { visitBefore } from '../desk/visits.ts';
import type { Queries } from './answer.ts';

/** A phone with more people is not a family's: further people are found by name. */
const maxOfOnePhone = 50;

/** The people registered with a phone, in the order of registration; none without a phone. */
export async function familyOnPhone(
  desk: ClientDesk,
  { clientId, phone }: Pick<PatientRow, 'clientId' | 'phone'>,
): Promise<readonly PatientRow[]> {
  if (phone === null) return [];
  const [{ rows }, patientsOfName] = await Promise.all([
    desk.page({ view: 'patients', where: { clientId, phone }, limit: maxOfOnePhone }),
    desk.people({ within: clientId, keys: lookUpKeysOf([phone], 'whole'), limit: maxOfOnePhone }),
  ]);
  const own = rows.filter(({ mergedInto }) => mergedInto === undefined);
  // A former number of a person's other record.
  const former = patientsOfName.filter((row) => row.former?.split('\n').includes(phone));
  return [...new Map([...own, ...former].map((row) => [row.key, row])).values()].toSorted(
    (one, other) => one.registeredAt.localeCompare(other.registeredAt) || one.key.localeCompare(other.key),
  );
}

/** The booking wizard's queries (specification, section 7, "Booking"). */
export const bookingQueries: Queries<'verifyUser' | 'getVisitBefore' | 'listAvailableDates' | 'listAvailableTimes'> = {
  async verifyUser({ phone, clientId }, { desk, directory, clinicOf }) {
    const { date: today } = clinicOf(clientId);
    const people = (await familyOnPhone(desk, { clientId, phone })).map((row) => {
      const { key, name, email, location } = row;
      return { userId: key, name, email, location, ...shownIdentity(row, today) };
    });
    const [first = { userId: null, name: null, email: null, location: null }, ...others] = people;
    const emailOptional =
      directory.client(clientId)?.bookingNeedsEmail === false ? { emailOptional: true as const } : {};
    return { body: { exists: people.length > 0, ...first, others, ...emailOptional } };
  },

  async getVisitBefore({ pocId, userId }, { desk }) {
    return { body: await visitBefore(desk, pocId, userId) };
  },

  /** "`available-dates` and `available-times` list only what can be booked" (decisions). */
  async listAvailableDates({ pocId, departmentId }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    if (doctor.onRequest !== null) return { body: [] };
    const days = await openDays(snapshot, doctor, { departmentId });
    return { body: days.filter(({ slots }) => freePlaces(slots) > 0).map(({ date }) => date) };
  },

  async listAvailableTimes({ pocId, date, departmentId }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    if (doctor.onRequest !== null || !isOpenForBooking(snapshot, doctor.clientId, date)) return { body: [] };
    const slots = await slotsOn(snapshot, doctor, { date, departmentId });
    return { body: slots.filter((slot) => slot.free > 0).map((slot) => slot.time) };
  },
};
