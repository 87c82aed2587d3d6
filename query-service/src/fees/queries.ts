import { classesOfRules, noFeeRulesYet } from '@dayline/contracts/clinic/fees';
import { noIdentity } from '@dayline/contracts/clinic/identity';
import { classesOfWeeks } from '@dayline/contracts/clinic/weeks';
import { refuse } from '@dayline/contracts/errors';
import type { Queries } from '../queries/answer.ts';
import { feeOfMove } from './fee-of-move.ts';
import { priceAt, sessionAt } from './prices.ts';

export const feeQueries: Queries<'getFeeRules' | 'getFeeOfVisit' | 'getFeeOfMove'> = {
  async getFeeRules({ pocId }, { directory }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const intervals = doctor.schedule?.weeks.flatMap(({ week }) => week.flatMap((day) => day.timeIntervals)) ?? [];
    const ofSessions = classesOfWeeks(doctor.schedule?.weeks.map(({ week }) => week) ?? []);
    const ofClient = directory.client(doctor.clientId)?.feeRules ?? null;
    return {
      body: {
        own: doctor.feeRules,
        revision: doctor.feeRulesChange?.revision ?? noFeeRulesYet,
        ofClient,
        fee: doctor.consultationFee,
        patientClasses: [...new Set([...classesOfRules(doctor.feeRules ?? ofClient), ...ofSessions])].sort(),
        sessions: [...new Set(intervals.flatMap(({ name }) => name ?? []))].sort(),
      },
    };
  },

  /** By the same rules and the same views as the booking. */
  async getFeeOfVisit({ pocId, userId, date, time, type, visit, patientClass, clientId }, snapshot) {
    const { desk, directory } = snapshot;
    const doctor = directory.doctor(pocId);
    const patient = userId === undefined ? noIdentity : await desk.row('patients', userId);
    if (!doctor) return refuse('doctor.unknown');
    if (!patient) return refuse('patient.unknown');
    const session = await sessionAt(snapshot, doctor, { date, time });
    const place = { doctor, clientId, date, session };
    const { amount, fee } = await priceAt(snapshot, place, { userId, patient, type, visit, patientClass });
    const { rule = null, registration = 0 } = fee ?? {};
    return { body: { amount, rule, registration, hasRules: fee !== undefined } };
  },

  /** By the same rules and the same views as the move. */
  async getFeeOfMove({ appointmentId, time, ...to }, snapshot) {
    const row = await snapshot.desk.row('appointments', appointmentId);
    if (!row) return refuse('appointment.unknown');
    const { pocId = row.pocId, date = row.date } = to;
    const body = await feeOfMove(snapshot, row, { pocId, date, time });
    return body ? { body } : refuse('doctor.unknown');
  },
};
