import { streams } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { doctorDayKey, type Position, placeOfAppointment, placeOfDoctorDay } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';
import type { AppointmentRow, DeskViews, PatientRow, ViewRow } from '@dayline/contracts/views';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { appointments } from '@dayline/projector/projections/desk/appointments';
import { clients } from '@dayline/projector/projections/desk/clients';
import { counts } from '@dayline/projector/projections/desk/counts';
import { departments } from '@dayline/projector/projections/desk/departments';
import { doctorDays } from '@dayline/projector/projections/desk/doctor-days';
import { doctors } from '@dayline/projector/projections/desk/doctors';
import { patients } from '@dayline/projector/projections/desk/patients';
import { foldOrPark } from '@dayline/projector/projections/fold';
import type { View } from '@dayline/projector/projections/projection';
import { WorkingRows } from '@dayline/projector/projections/working-rows';
import type { Desk, PastView } from '../desk/desk.ts';

export interface PastRowsDeps {
  readonly desk: Pick<Desk, 'rows'>;
  readonly sealedLog: Pick<SealedLog, 'readStream'>;
  /** The events up to it are in the rows. */
  readonly position: Position;
  /** Awaited between streams: see `openTurns`. */
  readonly breath: () => Promise<void>;
}

/** The rows of the projection `desk` at an earlier position. */
export interface PastRows {
  rows<View extends PastView>(view: View, keys: readonly string[]): Promise<Map<string, DeskViews[View]>>;
  /** The given live rows as they were; those that didn't exist yet are left out. */
  asOf<View extends PastView>(view: View, live: readonly DeskViews[View][]): Promise<DeskViews[View][]>;
}

/** The events of a stream up to a position. */
export async function eventsUpTo(
  sealedLog: Pick<SealedLog, 'readStream'>,
  stream: string,
  position: Position,
): Promise<RecordedDaylineEvent[]> {
  // Cast is safe: the log refuses unknown events, and a known one was checked by its schema when it was appended.
  return (await sealedLog.readStream(stream, { upTo: position })) as unknown as RecordedDaylineEvent[];
}

/** In keys; a read of a store is one step. */
const keysAtOnce = 200;

/**
 * A row is folded from itself and the events, and `at` is the position of the last one. So a live row whose `at` is not
 * after the position is the row as it was; any other is folded again, by the projection's own fold, from the streams
 * that it follows from.
 */
export function pastRows({ desk, sealedLog, position, breath }: PastRowsDeps): PastRows {
  /** The appointments, and the other rows, that follow from a doctor-day, by its key: a board reads only the first. */
  const appointmentsOfDays = new Map<string, Promise<WorkingRows>>();
  const days = new Map<string, Promise<WorkingRows>>();

  async function fold(views: readonly View[], events: readonly RecordedDaylineEvent[], rows = new WorkingRows()) {
    foldOrPark({ name: 'desk', version: 0, views }, events, rows);
    await breath();
    return rows;
  }

  /** In the order of the log. */
  async function eventsOf(...names: readonly string[]): Promise<RecordedDaylineEvent[]> {
    const read: RecordedDaylineEvent[] = [];
    for (const name of names) read.push(...(await eventsUpTo(sealedLog, name, position)));
    return names.length > 1 ? read.sort((one, other) => (one.position < other.position ? -1 : 1)) : read;
  }

  function once(known: Map<string, Promise<WorkingRows>>, key: string, read: (key: string) => Promise<WorkingRows>) {
    const found = known.get(key) ?? read(key);
    known.set(key, found);
    return found;
  }

  const eventsOfDay = (key: string) => {
    const { pocId, date } = placeOfDoctorDay(key);
    return eventsOf(streams.doctorDay(pocId, date));
  };
  const foldDay = async (key: string) => fold([doctorDays, counts], await eventsOfDay(key));

  /** The position of a patient's last event; an erased one's row may be of a later event. */
  async function lastOf(patient: PatientRow | undefined): Promise<Position> {
    if (!patient || patient.at <= position) return patient?.at ?? '';
    return (await eventsOf(streams.patient(patient.key))).at(-1)?.position ?? '';
  }

  async function foldAppointments(key: string): Promise<WorkingRows> {
    const events = await eventsOfDay(key);
    const booked = events.flatMap(({ type, data }) => (type === 'AppointmentBooked' ? [data.patientId] : []));
    const rows = new WorkingRows();
    // The patients as they were: an appointment copies them when it is booked, and again with each correction.
    const people = await past.rows('patients', booked);
    for (const patient of people.values()) rows.take('patients', patient.key, patient);
    const folded = await fold([appointments], events, rows);
    // Cast is safe: a fold of a view gives rows of the view.
    for (const row of folded.rows('appointments') as AppointmentRow[]) {
      const at = await lastOf(people.get(row.patientId));
      if (at > row.at) folded.put('appointments', { ...row, at });
    }
    return folded;
  }

  async function refold(view: PastView, row: ViewRow): Promise<ViewRow | null> {
    const { key } = row;
    switch (view) {
      case 'appointments': {
        const { pocId, date } = placeOfAppointment(key);
        const folded = await once(appointmentsOfDays, doctorDayKey(pocId, date), foldAppointments);
        return folded.get(view, key);
      }
      case 'doctorDays':
        return (await once(days, key, foldDay)).get(view, key);
      case 'counts':
        return (await once(days, dayOfCounts(key), foldDay)).get(view, key);
      case 'doctors':
        return (await fold([doctors], await eventsOf(streams.doctor(key), streams.doctorSchedule(key)))).get(view, key);
      case 'departments':
        return (await fold([departments], await eventsOf(streams.department(key)))).get(view, key);
      case 'clients':
        return (await fold([clients], await eventsOf(streams.client(key)))).get(view, key);
      case 'patients':
        return (await fold([patients], await eventsOf(streams.patient(key)))).get(view, key);
      default:
        return unreachable(view);
    }
  }

  const past: PastRows = {
    async rows(view, keys) {
      const found = new Map<string, DeskViews[typeof view]>();
      const wanted = [...new Set(keys)];
      for (let from = 0; from < wanted.length; from += keysAtOnce) {
        const live = await desk.rows(view, wanted.slice(from, from + keysAtOnce));
        for (const row of await past.asOf(view, [...live.values()])) found.set(row.key, row);
        await breath();
      }
      return found;
    },

    async asOf(view, live) {
      const were: DeskViews[typeof view][] = [];
      for (const row of live) {
        // Cast is safe: a fold of a view gives a row of the view.
        const was = isSettled(view, row, position) ? row : ((await refold(view, row)) as typeof row | null);
        if (was) were.push(was);
      }
      return were;
    },
  };
  return past;
}

/** Whether a live row is correct for the position. Erased patients are shown as erased at every position. */
const isSettled = (view: PastView, row: ViewRow, position: Position): boolean =>
  row.at <= position || (view === 'patients' && 'erased' in row && row.erased === true);

/** `poc:{pocId}:{date}` as the key of the doctor's day. */
function dayOfCounts(key: string): string {
  const [kind, pocId = '', date] = key.split(':');
  if (kind !== 'poc' || date === undefined) throw new TypeError(`The counts of ${key} follow from several streams.`);
  return `${pocId}_${date.replaceAll('-', '')}`;
}
