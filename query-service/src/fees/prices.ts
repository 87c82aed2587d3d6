import type { AppointmentType } from '@dayline/contracts/appointments';
import { hospitalDayOn } from '@dayline/contracts/clinic/calendar';
import type { PlacePrice } from '@dayline/contracts/clinic/fee-change';
import { type EarlierFees, feeOf, feeRulesOf, feesBeforeOf, noEarlierFees } from '@dayline/contracts/clinic/fees';
import { type Identity, yearsOn } from '@dayline/contracts/clinic/identity';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import type { ClientDesk } from '../desk/desk.ts';
import { slotsOn } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { visitBefore, visitsOf } from '../desk/visits.ts';

type Doctor = NonNullable<ReturnType<Snapshot['directory']['doctor']>>;

/** The name of the session at a time. */
export async function sessionAt(
  snapshot: Snapshot,
  doctor: Doctor,
  { date, time }: { readonly date: string; readonly time: string },
): Promise<string | undefined> {
  const slots = await slotsOn(snapshot, doctor, { date });
  return slots.find((slot) => slot.time === time)?.session?.name;
}

export async function priceAt(
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
    readonly patientClass?: string | undefined;
    readonly ownId?: string;
  },
): Promise<PlacePrice> {
  const { doctor, clientId, date, session } = place;
  const { userId, patient, type, patientClass, ownId } = visit;
  const feeRules = feeRulesOf(doctor, directory.client(clientId));
  if (!feeRules) return { amount: doctor.consultationFee, fee: undefined };
  const before =
    userId === undefined
      ? { ...noEarlierFees, visit: 'first' as const }
      : await feesBefore(desk, { pocId: doctor.key, userId, ownId });
  const fee = feeOf(feeRules, doctor.consultationFee, {
    ...{ date, type, session, patientClass },
    isHospitalDay: hospitalDayOn(directory.calendar(clientId), date, doctor.branchId) !== null,
    age: yearsOn(date, patient),
    before: { ...before, visit: visit.visit ?? before.visit },
  });
  return { amount: fee.paise, fee };
}

async function feesBefore(
  desk: ClientDesk,
  { pocId, userId, ownId }: { readonly pocId: string; readonly userId: string; readonly ownId: string | undefined },
): Promise<EarlierFees> {
  const [visits, past, { visit }] = await Promise.all([
    visitsOf(desk, userId),
    desk.page({ view: 'pastVisits', where: { patientId: userId, pocId } }),
    visitBefore(desk, pocId, userId),
  ]);
  return { ...feesBeforeOf(pocId, visits, past.rows, ownId), visit };
}
