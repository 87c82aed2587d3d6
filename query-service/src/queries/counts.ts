import { countsKey, emptyCounts } from '@dayline/projector/projections/desk/counts';
import type { Queries } from './answer.ts';

/** Used if nothing has been counted yet. */
export const noCounts = emptyCounts('', '', '');

/** Counts are rows, maintained by the projector; rows are never counted here (specification, "Dashboard counts"). */
export const countsQueries: Queries<
  'countAppointmentsOfClient' | 'countDepartmentsAndDoctors' | 'countAppointmentsOfDoctor' | 'countAppointmentsByType'
> = {
  async countAppointmentsOfClient({ clientId, status }, { desk }) {
    const counts = (await desk.row('counts', countsKey.ofClient(clientId))) ?? noCounts;
    return { body: { count: counts.byStatus[status] } };
  },

  async countDepartmentsAndDoctors({ clientId }, { desk }) {
    const counts = (await desk.row('counts', countsKey.ofClient(clientId))) ?? noCounts;
    return { body: { totalDepartments: counts.departments, totalDoctors: counts.doctors } };
  },

  async countAppointmentsOfDoctor({ pocId, status }, { desk }) {
    const counts = (await desk.row('counts', countsKey.ofDoctor(pocId))) ?? noCounts;
    return { body: { count: counts.byStatus[status] } };
  },

  async countAppointmentsByType({ pocId, type }, { desk }) {
    const counts = (await desk.row('counts', countsKey.ofDoctor(pocId))) ?? noCounts;
    return { body: { count: counts.byType[type] } };
  },
};
