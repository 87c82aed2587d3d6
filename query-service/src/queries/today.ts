import type { AppointmentRow } from '@dayline/contracts/views';
import { todaysCard } from '../desk/cards.ts';
import type { DayDesk } from '../desk/desk.ts';
import type { PageReader } from '../paging/pages-of.ts';
import { wholeView } from '../paging/whole-view.ts';
import type { Queries } from './answer.ts';

/** By time, then by id: the order of the boards. */
const byTime = [{ field: 'time' }] as const;

/** Today's boards of a client and of a doctor; today is the clinic's date. */
export const todayQueries: Queries<'listTodaysAppointmentsOfClient' | 'listTodaysAppointmentsOfDoctor', DayDesk> = {
  async listTodaysAppointmentsOfClient({ clientId }, { desk, directory, clinicOf }) {
    const where = { clientId, date: clinicOf(clientId).date };
    const page: PageReader<AppointmentRow> = (part) =>
      desk.page({ view: 'appointments', where, order: byTime, ...part });
    return wholeView([page], (row) => todaysCard(row, directory));
  },

  async listTodaysAppointmentsOfDoctor({ pocId }, { desk, directory, clinicOf }) {
    const where = { pocId, date: clinicOf(directory.doctor(pocId)?.clientId ?? '').date };
    const { rows } = await desk.page({ view: 'appointments', where, order: byTime });
    return { body: rows.map((row) => todaysCard(row, directory)) };
  },
};
