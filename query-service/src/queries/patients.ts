import { guardianRelationSchema, shownIdentity } from '@dayline/contracts/clinic/identity';
import { maxListed, maxVisits, type Visit } from '@dayline/contracts/endpoints/patients';
import { refuse } from '@dayline/contracts/errors';
import type { Language } from '@dayline/contracts/fields/language';
import { rupeesOf } from '@dayline/contracts/fields/money';
import { lastChoice, noMessages } from '@dayline/contracts/patients/messages';
import type { AppointmentRow, MovedAppointmentRow, PastVisitRow } from '@dayline/contracts/views';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { SignedInContext } from '@dayline/http/handler';
import { isOwed, moneyOf, ofClass, shownMove, shownSession, unknownDoctor } from '../desk/cards.ts';
import type { ClientDesk } from '../desk/desk.ts';
import type { Directory } from '../desk/directory.ts';
import { visitsOf } from '../desk/visits.ts';
import type { Answer, Queries } from './answer.ts';
import { familyOnPhone } from './booking.ts';

/** The visits that a caller may see: a doctor only their own, others all. */
async function seenBy({ caller }: SignedInContext, desk: ClientDesk, patientId: string) {
  const { role, pocId } = caller.identity;
  const all = await visitsOf(desk, patientId);
  return {
    isCut: all.length === maxVisits,
    visits: role === 'doctor' ? all.filter((row) => row.pocId === pocId) : all,
  };
}

/** Imported past visits, newest first: a doctor sees only their own. */
async function importedVisitsOf({ caller }: SignedInContext, desk: ClientDesk, patientId: string) {
  const { role, pocId } = caller.identity;
  const order = [
    { field: 'date', descending: true },
    { field: 'key', descending: true },
  ];
  const where = { patientId, ...(role === 'doctor' && { pocId: pocId ?? '' }) };
  return (await desk.page({ view: 'pastVisits', where, order, limit: maxVisits })).rows;
}

/** The last word of the person's records about messages, and their language. */
async function messageChoiceOf(desk: ClientDesk, patient: PatientRow, ofHospital: Language) {
  const ids = (patient.person?.merged ?? []).map(({ patientId }) => patientId);
  const records = [patient, ...(await Promise.all(ids.map((id) => desk.row('patients', id))))];
  const choice = lastChoice(records.map((record) => record?.messageChoice));
  const chosen = lastChoice(records.map((record) => record?.messageLanguage))?.language ?? null;
  const messageLanguage = { chosen, ofHospital };
  if (!choice) return { messageLanguage };
  const { accepted, since, by } = choice;
  return { messages: { accepted, since, by }, messageLanguage };
}

/** The page of a patient: identity, upcoming and past visits, and the others on the phone. */
export const patientQueries: Queries<'getPatientOverview' | 'getPatientFamily'> = {
  async getPatientOverview({ userId, past }, { desk, directory, clinicOf, clientId }, context) {
    const patient = await desk.row('patients', userId);
    if (!patient) return refuse('patient.unknown');
    const { name, phone, phoneNote, email, location, bornOn, guardianName, erased, registeredAt } = patient;
    const guardianRelation = guardianRelationSchema.safeParse(patient.guardianRelation).data ?? null;
    // An erased person's visits are not shown.
    const { visits, isCut } = erased ? { visits: [], isCut: false } : await seenBy(context, desk, userId);
    const pastVisits = erased ? [] : await importedVisitsOf(context, desk, userId);
    const movedRows = erased ? [] : await movedOf(desk, userId);
    const { date: today } = clinicOf(clientId);
    const client = directory.client(clientId);
    return {
      body: {
        ...{ userId, name, phone, phoneNote, email, location, bornOn, guardianRelation, guardianName },
        ...shownIdentity(patient, today),
        ...(client?.bookingNeedsEmail === false && { emailOptional: true }),
        ...{ erased, registeredAt, today, isCut },
        ...(erased ? {} : await messageChoiceOf(desk, patient, (client?.messages ?? noMessages).language)),
        ...mergedOf(patient, { visits, moved: movedRows }, directory),
        ...withImported(figuresOf(visits, { today, past, directory, moved: movedRows }), pastVisits, {
          today,
          past,
          directory,
        }),
      },
    };
  },

  async getPatientFamily({ userId }, { desk, directory, clinicOf, clientId }, context) {
    const patient = await desk.row('patients', userId);
    if (!patient) return refuse('patient.unknown');
    const { date: today } = clinicOf(clientId);
    const others = (await familyOnPhone(desk, patient)).filter(({ key }) => key !== userId);
    const people = await Promise.all(
      others.map(async (person) => {
        const { key, name, email, location } = person;
        const { visits } = await seenBy(context, desk, key);
        const next = visits.findLast((row) => isUpcoming(row, today));
        return {
          isSeen: visits.length > 0 || context.caller.identity.role !== 'doctor',
          person: {
            userId: key,
            name,
            email,
            location,
            ...shownIdentity(person, today),
            next: next ? visitOf(next, directory) : null,
            lastVisit: visits.find(({ status }) => status === 'Availed')?.date ?? null,
          },
        };
      }),
    );
    return { body: { people: people.flatMap(({ isSeen, person }) => (isSeen ? [person] : [])) } };
  },
};

/** The records that are merged into a patient's; an erased person's are not shown. */
function mergedOf(
  { person, erased }: PatientRow,
  { visits, moved }: { readonly visits: readonly AppointmentRow[]; readonly moved: readonly MovedAppointmentRow[] },
  directory: Directory,
) {
  if (!person || erased) return {};
  const own = visits.filter(({ bookedAs }) => bookedAs === undefined);
  const before = new Map(moved.map((row) => [row.to, row]));
  // When it was moved for the first time, it had been booked.
  const bookedBefore = (row: AppointmentRow) => movedFrom(row, before).at(-1)?.movedAt ?? row.bookedAt;
  const merged = person.merged.map(({ mergeId, patientId, details, chosen, mergedAt, mergedBy }) => {
    const { name, phone, uhid } = details;
    const ownVisits = visits.filter(({ bookedAs }) => bookedAs === patientId).length;
    const since = own
      .filter((row) => bookedBefore(row) > mergedAt)
      .map(({ key: appointmentId, date, time, pocId }) => {
        return { appointmentId, date, time, pocName: directory.doctor(pocId)?.name ?? unknownDoctor.name };
      });
    const recordOfMerge = {
      mergeId,
      userId: patientId,
      name,
      phone,
      uhid,
      mergedAt,
      mergedBy,
      ownName: person.own.name,
    };
    return { ...recordOfMerge, visits: ownVisits, chosen: [...chosen], since };
  });
  return { merged };
}

type Figures = Pick<Answer<'getPatientOverview'>['body'], 'upcoming' | 'past' | 'noShows' | 'unpaid' | 'imported'>;

const isUpcoming = ({ status, date }: AppointmentRow, today: string): boolean =>
  status === 'Confirmed' && date >= today;
/** The same day of the previous year; for February 29 the text sorts after the 28th, which is good enough. */
const yearBefore = (date: string): string => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;

interface FigureSetting {
  readonly today: string;
  readonly past: number;
  readonly directory: Directory;
  /** The patient's appointments that were moved to another day or doctor. */
  readonly moved: readonly MovedAppointmentRow[];
}

/** Without undone moves. */
async function movedOf(desk: ClientDesk, patientId: string): Promise<readonly MovedAppointmentRow[]> {
  const { rows } = await desk.page({ view: 'movedAppointments', where: { patientId }, limit: maxVisits });
  return rows.filter(({ isUndo }) => !isUndo);
}

/** The places before the present one, the latest first, by the appointment at each destination. */
function movedFrom({ key }: AppointmentRow, before: ReadonlyMap<string, MovedAppointmentRow>): MovedAppointmentRow[] {
  const moves: MovedAppointmentRow[] = [];
  for (let from = before.get(key); from && moves.length < before.size; from = before.get(from.key)) moves.push(from);
  return moves;
}

function movesOf(row: AppointmentRow, before: ReadonlyMap<string, MovedAppointmentRow>, directory: Directory) {
  const moves = movedFrom(row, before)
    .toReversed()
    .map(({ date, time, pocId, movedAt, movedBy }) => {
      return { date, time, pocName: directory.doctor(pocId)?.name ?? unknownDoctor.name, movedAt, movedBy };
    });
  return moves.length === 0 ? {} : { moves };
}

/** @param visits newest first */
function figuresOf(visits: readonly AppointmentRow[], { today, past, directory, moved }: FigureSetting): Figures {
  const before = new Map(moved.map((row) => [row.to, row]));
  const itemsOf = (rows: readonly AppointmentRow[], most: number) =>
    rows.slice(0, most).map((row) => ({ ...visitOf(row, directory), ...movesOf(row, before, directory) }));
  const upcoming = visits.filter((row) => isUpcoming(row, today)).toReversed();
  const others = visits.filter((row) => !isUpcoming(row, today));
  const withStatus = (status: AppointmentRow['status']) => others.filter((row) => row.status === status).length;
  const unpaid = visits.filter((row) => isOwed(row, directory)).toReversed();
  const fees = unpaid.map((row) => moneyOf(row, directory).amount);
  return {
    upcoming: { total: upcoming.length, visits: itemsOf(upcoming, maxListed) },
    past: {
      total: others.length,
      visited: withStatus('Availed'),
      notVisited: withStatus('Not_Availed'),
      cancelled: withStatus('Cancelled'),
      since: others.at(-1)?.date ?? null,
      visits: itemsOf(others, past),
    },
    noShows: others.filter(({ status, date }) => status === 'Not_Availed' && date > yearBefore(today)).length,
    unpaid: {
      total: unpaid.length,
      fees: rupeesOf(fees.reduce<number>((sum, fee) => sum + (fee ?? 0), 0)),
      withoutFee: fees.filter((fee) => fee === null).length,
      visits: itemsOf(unpaid, maxListed),
    },
  };
}

function withImported(
  figures: Figures,
  rows: readonly PastVisitRow[],
  { today, past, directory }: { readonly today: string; readonly past: number; readonly directory: Directory },
): Figures {
  if (rows.length === 0) return figures;
  const missedVisits = rows.filter(({ outcome, date }) => outcome === 'Not_Availed' && date > yearBefore(today)).length;
  const visits = rows.slice(0, past).map(({ visitId, pocId, date, time, outcome, paid }) => ({
    ...{ visitId, pocId, date, time, outcome, paid },
    pocName: directory.doctor(pocId)?.name ?? unknownDoctor.name,
  }));
  return { ...figures, noShows: figures.noShows + missedVisits, imported: { total: rows.length, visits } };
}

function visitOf(row: AppointmentRow, directory: Directory): Visit {
  const doctor = directory.doctor(row.pocId);
  return {
    appointmentId: row.key,
    status: row.status,
    pocId: row.pocId,
    pocName: doctor?.name ?? unknownDoctor.name,
    specialization: doctor?.specialization ?? unknownDoctor.specialization,
    departmentId: doctor?.departmentId ?? null,
    type: row.type,
    date: row.date,
    time: row.time,
    minutes: row.minutes,
    ...shownSession(row.session, directory),
    ...ofClass(row),
    payment: row.payment,
    money: moneyOf(row, directory),
    ...(row.presence && { presence: row.presence }),
    ...shownMove(row),
    at: row.at,
  };
}
