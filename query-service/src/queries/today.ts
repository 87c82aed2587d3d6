import { queueRuleOf, walkInSlots } from '@dayline/contracts/clinic/queue';
import type { Slot } from '@dayline/contracts/clinic/slots';
import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import type { AppointmentRow, CountsRow } from '@dayline/contracts/views';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import { calledNow, todaysCard, unknownDoctor } from '../desk/cards.ts';
import type { DayDesk } from '../desk/desk.ts';
import { hoursOf, isBlocked, latenessOf, overbookLimitOf, todaysSlotsOf } from '../desk/doctor-days.ts';
import type { PageReader } from '../paging/pages-of.ts';
import { wholeView } from '../paging/whole-view.ts';
import type { Queries } from './answer.ts';

/** By time, then by id: the order of the boards. */
const byTime = [{ field: 'time' }] as const;

type Names =
  | 'listTodaysAppointmentsOfClient'
  | 'listTodaysAppointmentsOfDoctor'
  | 'listCalledElsewhere'
  | 'getQueueBoard';

/** Today's boards of a client and of a doctor; today is the clinic's date. */
export const todayQueries: Queries<Names, DayDesk> = {
  async listTodaysAppointmentsOfClient({ clientId }, { desk, directory, clinicOf }) {
    const where = { clientId, date: clinicOf(clientId).date };
    const page: PageReader<AppointmentRow> = (part) =>
      desk.page({ view: 'appointments', where, order: byTime, ...part });
    return wholeView([page], (rows) => rows.map((row) => todaysCard(row, directory)));
  },

  async listTodaysAppointmentsOfDoctor({ pocId }, { desk, directory, clinicOf }) {
    const where = { pocId, date: clinicOf(directory.doctor(pocId)?.clientId ?? '').date };
    const { rows } = await desk.page({ view: 'appointments', where, order: byTime });
    return { body: rows.map((row) => todaysCard(row, directory)) };
  },

  /** Who waits for a doctor while another doctor calls them: a patient with two visits today. */
  async listCalledElsewhere({ pocId }, { desk, directory, clinicOf, clientId }) {
    const { date } = clinicOf(clientId);
    const own = await desk.page({ view: 'appointments', where: { pocId, date }, order: [{ field: 'time' }] });
    const waiting = own.rows.filter(({ status, presence }) => status === 'Confirmed' && presence?.call === null);
    if (waiting.length === 0) return { body: [] };
    const among = { field: 'patientId', values: waiting.map(({ patientId }) => patientId) };
    const { rows } = await desk.page({ view: 'appointments', where: { date }, among });
    const calledRows = new Map(
      rows
        .filter((row) => row.pocId !== pocId && 'called' in calledNow(row))
        .map((row) => [row.patientId, row] as const),
    );
    const body = waiting.flatMap(({ key, patientId }) => {
      const visit = calledRows.get(patientId);
      if (!visit) return [];
      const name = directory.doctor(visit.pocId)?.name ?? unknownDoctor.name;
      return [{ AppointmentId: key, POC_Name: name, room: visit.presence?.call?.room ?? null }];
    });
    return { body };
  },

  async getQueueBoard({ clientId, pocId: requestPocId }, snapshot, { caller }) {
    const { desk, directory, clinicOf } = snapshot;
    const { date: today, time } = clinicOf(clientId);
    const ofClient = directory.doctorsOf(clientId);
    const only = caller.doctor ?? requestPocId;
    const doctors = only === undefined ? ofClient : ofClient.filter(({ key }) => key === only);
    const keyOf = (pocId: string) => countsKey.ofDoctorDay(pocId, today);
    const [slotsByDoctor, lateness, counts] = await Promise.all([
      todaysSlotsOf(snapshot, doctors),
      latenessOf(snapshot, doctors),
      desk.rows(
        'counts',
        doctors.map(({ key }) => keyOf(key)),
      ),
    ]);
    const onDuty = doctors.flatMap((doctor) => {
      const slots = slotsByDoctor.get(doctor.key) ?? [];
      if (slots.length === 0 && !isBooked(counts.get(keyOf(doctor.key)))) return [];
      const { key: pocId, name, room, specialization } = doctor;
      const department = directory.department(doctor.departmentId)?.name ?? specialization;
      const walkIn = walkInOf(slots, { time, limit: overbookLimitOf(snapshot, { clientId, date: today }) });
      const lateBy = lateness.get(pocId);
      const late = lateBy !== undefined && { lateBy };
      return [{ pocId, name, department, room, ...late, hours: hoursOf(slots), blocked: isBlocked(slots), walkIn }];
    });
    const rule = queueRuleOf(directory.client(clientId));
    return { body: { today, ...rule, doctors: onDuty.sort((a, b) => (a.name < b.name ? -1 : 1)) } };
  },
};

const isBooked = (counts: CountsRow | undefined): boolean =>
  counts !== undefined && counts.byStatus.Confirmed + counts.byStatus.Availed + counts.byStatus.Not_Availed > 0;

/** Where the limit counts overbooked visits only, which a slot's taken places don't tell, the decision may still refuse. */
function walkInOf(
  slots: readonly Slot[],
  { time, limit }: { readonly time: string; readonly limit: number },
): QueueDoctor['walkIn'] {
  const { free, begun } = walkInSlots(slots, time);
  if (free) return { time: free.time, overbooked: false };
  return begun && begun.taken < begun.capacity + limit ? { time: begun.time, overbooked: true } : null;
}
