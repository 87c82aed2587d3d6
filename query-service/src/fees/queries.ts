import { hospitalDayOn } from '@dayline/contracts/clinic/calendar';
import { type FeesBefore, feeOf, feeRulesOf, feesBeforeOf, nothingBefore } from '@dayline/contracts/clinic/fees';
import { noIdentity, yearsOn } from '@dayline/contracts/clinic/identity';
import { refuse } from '@dayline/contracts/errors';
import type { ClientDesk } from '../desk/desk.ts';
import { slotsOn } from '../desk/doctor-days.ts';
import { visitBefore, visitsOf } from '../desk/visits.ts';
import type { Queries } from '../queries/answer.ts';

export const feeQueries: Queries<'getFeeRules' | 'getFeeOfVisit'> = {
  async getFeeRules({ pocId }, { directory }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const intervals = doctor.schedule?.weeks.flatMap(({ week }) => week.flatMap((day) => day.timeIntervals)) ?? [];
    return {
      body: {
        own: doctor.feeRules,
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
    const feeRules = feeRulesOf(doctor, directory.client(clientId));
    if (!feeRules) {
      return { body: { amount: doctor.consultationFee, rule: null, registration: 0, hasRules: false } };
    }
    const [slots, before] = await Promise.all([
      slotsOn(snapshot, doctor, { date }),
      userId === undefined ? { ...nothingBefore, visit: 'first' as const } : feesBefore(desk, pocId, userId),
    ]);
    const fee = feeOf(feeRules, doctor.consultationFee, {
      ...{ date, type, session: slots.find((slot) => slot.time === time)?.session?.name },
      isHospitalDay: hospitalDayOn(directory.calendar(clientId), date, doctor.branchId) !== null,
      age: yearsOn(date, patient),
      before: { ...before, visit: visit ?? before.visit },
    });
    return { body: { amount: fee.paise, rule: fee.rule, registration: fee.registration, hasRules: true } };
  },
};

async function feesBefore(desk: ClientDesk, pocId: string, userId: string): Promise<FeesBefore> {
  const [visits, past, { visit }] = await Promise.all([
    visitsOf(desk, userId),
    desk.page({ view: 'pastVisits', where: { patientId: userId, pocId } }),
    visitBefore(desk, pocId, userId),
  ]);
  return { ...feesBeforeOf(pocId, visits, past.rows), visit };
}
