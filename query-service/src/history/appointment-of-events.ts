import { streams } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { Position } from '@dayline/contracts/ids';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { appointments } from '@dayline/projector/projections/desk/appointments';
import { patients } from '@dayline/projector/projections/desk/patients';
import { foldOrPark } from '@dayline/projector/projections/fold';
import { personRow } from '@dayline/projector/projections/merged-records';
import { WorkingRows } from '@dayline/projector/projections/working-rows';
import type { MergeEvent, Renaming } from './other-entries.ts';
import type { DayEvent } from './story.ts';

const projection = { name: 'desk', version: 0, views: [patients, appointments] };

interface FoundAppointment {
  readonly appointment: AppointmentRow;
  readonly patient: PatientRow | null;
  readonly renamings: readonly Renaming[];
  readonly merges: readonly MergeEvent[];
}

/**
 * An appointment, its patient and the patient's later renamings, merges and splits, folded only from the log, since a row of the views may
 * have been altered. Null if these events don't book it.
 */
export async function appointmentOfEvents(
  sealedLog: Pick<SealedLog, 'readStream'>,
  appointmentId: string,
  ofDay: readonly DayEvent[],
): Promise<FoundAppointment | null> {
  const own = ofDay.filter(({ data }) => 'appointmentId' in data && data.appointmentId === appointmentId);
  const booking = own.find(({ type }) => type === 'AppointmentBooked');
  if (booking?.type !== 'AppointmentBooked') return null;
  const patientIds = own.flatMap((event) => (event.type === 'AppointmentReassigned' ? [event.data.patientId] : []));
  // Its record now: the events of an earlier one are about somebody else.
  const patientId = patientIds.at(-1) ?? booking.data.patientId;
  // Cast is safe: the log refuses events that are unknown or malformed.
  const eventsOf = async (id: string) =>
    (await sealedLog.readStream(streams.patient(id))) as unknown as RecordedDaylineEvent[];
  const ofPatient = await eventsOf(patientId);
  const ofPersons: RecordedDaylineEvent[] = [];
  for (const { type, data } of ofPatient) {
    if (type === 'PatientMerged' && data.patientId === patientId) ofPersons.push(...(await eventsOf(data.into)));
  }
  const rows = new WorkingRows();
  foldOrPark(projection, [...ofPersons, ...ofPatient, ...own], rows);
  // Casts are safe: the fold of a view returns a row of the view.
  const appointment = rows.get('appointments', appointmentId) as AppointmentRow | null;
  const patient = personRow(rows, patientId);
  if (!appointment) return null;
  const at = patient && patient.at > appointment.at ? patient.at : appointment.at;
  const merges = ofPatient.flatMap((event) =>
    (event.type === 'PatientMerged' || event.type === 'PatientUnmerged') && event.position > booking.position
      ? [event]
      : [],
  );
  return { appointment: { ...appointment, at }, patient, renamings: renamingsIn(ofPatient, booking.position), merges };
}

function renamingsIn(ofPatient: readonly RecordedDaylineEvent[], after: Position): readonly Renaming[] {
  const found: Renaming[] = [];
  let name: string | null = null;
  for (const event of ofPatient) {
    if (event.type !== 'PatientRegistered' && event.type !== 'PatientDetailsCorrected') continue;
    const now: string | null = event.data.name === undefined ? name : event.data.name;
    const isRenaming = event.type === 'PatientDetailsCorrected' && event.position > after;
    if (isRenaming && name !== null && now !== null && now !== name) found.push({ event, before: name });
    name = now;
  }
  return found;
}
