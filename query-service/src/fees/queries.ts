import type { AppointmentType } from '@dayline/contracts/appointments';
import { hospitalDayOn } from '@dayline/contracts/clinic/calendar';
import { newFeeOf, type PlacePrice } from '@dayline/contracts/clinic/fee-change';
import {
  type FeesBefore,
  feeOf,
  feeRulesOf,
  feesBeforeOf,
  noFeeRulesYet,
  nothingBefore,
} from '@dayline/contracts/clinic/fees';
import { type Identity, noIdentity, yearsOn } from '@dayline/contracts/clinic/identity';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { refuse } from '@dayline/contracts/errors';
import { heldOf } from '@dayline/contracts/fields/visit-money';
import type { ClientDesk } from '../desk/desk.ts';
import { slotsOn } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { visitBefore, visitsOf } from '../desk/visits.ts';
import type { Queries } from '../queries/answer.ts';

export const feeQueries: Queries<'getFeeRules' | 'getFeeOfVisit' | 'getFeeOfMove'> = {
  async getFeeRules({ pocId }, { directory }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const intervals = doctor.schedule?.weeks.flatMap(({ week }) => week.flatMap((day) => day.timeIntervals)) ?? [];
    return {
      body: {
        own: doctor.feeRules,
        revision: doctor.feeRulesChange?.revision ?? noFeeRulesYet,
        ofClient: directory.client(doctor.clientId)?.feeRules ?? null,
        fee: doctor.consultationFee,
        sessions: [...new Set(intervals.flatMap(({ name }) => name ?? []))].sort(),
      },
    };
  },

  /** By the same rules and the same views as the booking. */
  async getFeeOfVisit({ pocId, userId, date, time, type, visit, clientId }, snapshot) {
    const { desk, directory } = snapshot;
    const doctor = directory.doctor(pocId);
    const patient = userId === undefined ? noIdentity : await desk.row('patients', userId);
    if (!doctor) return refuse('doctor.unknown');
    if (!patient) return refuse('patient.unknown');
    const session = await sessionAt(snapshot, doctor, { date, time });
    const place = { doctor, clientId, date, session };
    const { amount, fee } = await priceAt(snapshot, place, { userId, patient, type, visit });
    const { rule = null, registration = 0 } = fee ?? {};
    return { body: { amount, rule, registration, hasRules: fee !== undefined } };
  },

  /** By the same rules and the same views as the move. */
  async getFeeOfMove({ appointmentId, time, ...to }, snapshot) {
    const { desk, directory } = snapshot;
    const row = await desk.row('appointments', appointmentId);
    if (!row) return refuse('appointment.unknown');
    const { clientId, patientId, type, payment: status, due, payments } = row;
    const { pocId = row.pocId, date = row.date } = to;
    const doctor = directory.doctor(pocId);
    const patient = await desk.row('patients', patientId);
    if (!doctor || doctor.clientId !== clientId) return refuse('doctor.unknown');
    const visit = { userId: patientId, patient: patient ?? noIdentity, type, itself: appointmentId };
    const [here, there] = await Promise.all([
      pocId === row.pocId
        ? priceAt(snapshot, { doctor, clientId, date: row.date, session: row.session?.name }, visit)
        : null,
      sessionAt(snapshot, doctor, { date, time }).then((session) =>
        priceAt(snapshot, { doctor, clientId, date, session }, visit),
      ),
    ]);
    const found = newFeeOf({ status, due, payments }, row.fee?.isOther === true, { here, there });
    const { rule = null, registration = 0 } = found?.change.fee ?? {};
    const fees = { before: due, after: found ? found.change.after : due, rule, registration };
    return { body: { ...fees, paid: heldOf(payments), asks: found?.asks ?? false } };
  },
};

type Doctor = NonNullable<ReturnType<Snapshot['directory']['doctor']>>;

/** The name of the session at a time. */
async function sessionAt(
  snapshot: Snapshot,
  doctor: Doctor,
  { date, time }: { readonly date: string; readonly time: string },
): Promise<string | undefined> {
  const slots = await slotsOn(snapshot, doctor, { date });
  return slots.find((slot) => slot.time === time)?.session?.name;
}

async function priceAt(
  { desk, directory }: Snapshot,
  place: {
    readonly doctor: Doctor;
    readonly clientId: string;
    readonly date: string;
    readonly session: string | undefined;
  },
  visit: {
    readonly userId: string | undefined;
    readonly patient: Identity;
    readonly type: AppointmentType;
    readonly visit?: VisitKind | undefined;
    readonly itself?: string;
  },
): Promise<PlacePrice> {
  const { doctor, clientId, date, session } = place;
  const { userId, patient, type, itself } = visit;
  const feeRules = feeRulesOf(doctor, directory.client(clientId));
  if (!feeRules) return { amount: doctor.consultationFee, fee: undefined };
  const before =
    userId === undefined
      ? { ...nothingBefore, visit: 'first' as const }
      : await feesBefore(desk, { pocId: doctor.key, userId, itself });
  const fee = feeOf(feeRules, doctor.consultationFee, {
    ...{ date, type, session },
    isHospitalDay: hospitalDayOn(directory.calendar(clientId), date, doctor.branchId) !== null,
    age: yearsOn(date, patient),
    before: { ...before, visit: visit.visit ?? before.visit },
  });
  return { amount: fee.paise, fee };
}

async function feesBefore(
  desk: ClientDesk,
  { pocId, userId, itself }: { readonly pocId: string; readonly userId: string; readonly itself: string | undefined },
): Promise<FeesBefore> {
  const [visits, past, { visit }] = await Promise.all([
    visitsOf(desk, userId),
    desk.page({ view: 'pastVisits', where: { patientId: userId, pocId } }),
    visitBefore(desk, pocId, userId),
  ]);
  return { ...feesBeforeOf(pocId, visits, past.rows, itself), visit };
}
