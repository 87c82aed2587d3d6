import { streams } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { doctorDayKey, doctorDayOf, type Position } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';
import type { AppointmentRow, DeskViews } from '@dayline/contracts/views';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { appointments } from '@dayline/projector/projections/desk/appointments';
import { calendars } from '@dayline/projector/projections/desk/calendars';
import { clients } from '@dayline/projector/projections/desk/clients';
import { counts } from '@dayline/projector/projections/desk/counts';
import { departments } from '@dayline/projector/projections/desk/departments';
import { doctorDays } from '@dayline/projector/projections/desk/doctor-days';
import { doctors } from '@dayline/projector/projections/desk/doctors';
import { imports } from '@dayline/projector/projections/desk/imports';
import { patients } from '@dayline/projector/projections/desk/patients';
import { foldOrPark } from '@dayline/projector/projections/fold';
import type { View } from '@dayline/projector/projections/projection';
import { WorkingRows } from '@dayline/projector/projections/working-rows';
import type { Desk, PastView } from '../desk/desk.ts';

export interface PastRowsDeps {
  readonly desk: Pick<Desk, 'rows'>;
  readonly sealedLog: Pick<SealedLog, 'readStream'>;
  /** The rows include the events up to this position. */
  readonly position: Position;
  /** Awaited between streams: see `openTurns`. */
  readonly pauseBetween: () => Promise<void>;
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

/** A number of keys; one read of a store is one step. */
const keysAtOnce = 200;

/** Rows by key, folded once. */
type FoldCache = Map<string, Promise<WorkingRows>>;

/**
 * The rows of the projection `desk` at an earlier position. A row is folded from itself and its events, and `at` is the
 * position of the last one. A live row whose `at` is not after the position is the past row; any other is folded again,
 * by the projection's own fold, from the streams that it is derived from.
 */
export class PastRows {
  readonly #deps: PastRowsDeps;
  /**
   * The appointments, and the other rows, that are derived from a doctor-day, by its key: a board reads only the first.
   */
  readonly #appointments: FoldCache = new Map();
  readonly #days: FoldCache = new Map();

  constructor(deps: PastRowsDeps) {
    this.#deps = deps;
  }

  async rows<View extends PastView>(view: View, keys: readonly string[]): Promise<Map<string, DeskViews[View]>> {
    const found = new Map<string, DeskViews[View]>();
    const uniqueKeys = [...new Set(keys)];
    for (let from = 0; from < uniqueKeys.length; from += keysAtOnce) {
      const live = await this.#deps.desk.rows(view, uniqueKeys.slice(from, from + keysAtOnce));
      for (const [key, row] of live) {
        // Another record may have stood for it then, or stands for it now.
        const [was] = await (isOf(key, row) ? this.asOf(view, [row]) : this.#personsAsOf(view, key, row));
        if (was) found.set(key, was);
      }
      await this.#deps.pauseBetween();
    }
    return found;
  }

  /** The row of a record, or of the record that stood for it then: now another one stands for it. */
  async #personsAsOf<View extends PastView>(view: View, key: string, live: DeskViews[View]) {
    const were = await this.refolded(view, [key]);
    const isErased = 'erased' in live && live.erased === true;
    return isErased ? were.map((was) => ({ ...live, key: was.key })) : were;
  }

  /** The rows of keys that changed after the position, as they were; rows that didn't exist then are omitted. */
  async refolded<View extends PastView>(view: View, keys: readonly string[]): Promise<DeskViews[View][]> {
    const were: DeskViews[View][] = [];
    for (const key of keys) {
      const was = (await this.#refolded(view, key)).get(view, key);
      if (was && 'mergedInto' in was) {
        const person = (await this.rows('patients', [was.mergedInto as string])).get(was.mergedInto as string);
        if (person) were.push(person as DeskViews[View]);
        continue;
      }
      // Cast is safe: the fold of a view returns a row of the view.
      if (was && !was.gone) were.push(was as DeskViews[View]);
    }
    return were;
  }

  /** The given live rows as they were; rows that didn't exist then are omitted. */
  async asOf<View extends PastView>(view: View, live: readonly DeskViews[View][]): Promise<DeskViews[View][]> {
    const were: DeskViews[View][] = [];
    for (const row of live) {
      const isSettled = row.at <= this.#deps.position;
      if (isSettled || (isErased(view, row) && !(await this.#wasMerged(row.key)))) were.push(row);
      else were.push(...(await this.refolded(view, [row.key])));
    }
    return were;
  }

  /** Whether another record stood for this one, which was split from it and erased since. */
  async #wasMerged(patientId: string): Promise<boolean> {
    const was = (await this.#refolded('patients', patientId)).get('patients', patientId);
    return was !== null && 'mergedInto' in was;
  }

  async #refolded(view: PastView, key: string): Promise<WorkingRows> {
    switch (view) {
      case 'appointments': {
        const { pocId, date } = doctorDayOf(key);
        return once(this.#appointments, doctorDayKey(pocId, date), (day) => this.#foldAppointments(day));
      }
      case 'doctorDays':
        return once(this.#days, key, (day) => this.#foldDay(day));
      case 'counts':
        return once(this.#days, dayOfCounts(key), (day) => this.#foldDay(day));
      case 'doctors':
        return this.#fold([doctors], await this.#eventsOf(streams.doctor(key), streams.doctorSchedule(key)));
      case 'departments':
        return this.#fold([departments], await this.#eventsOf(streams.department(key)));
      case 'clients':
        return this.#fold([clients], await this.#eventsOf(streams.client(key)));
      case 'calendars':
        return this.#fold([calendars], await this.#eventsOf(streams.clientCalendar(key)));
      case 'imports':
        return this.#fold([imports], await this.#eventsOf(streams.import(key)));
      case 'patients':
        return this.#fold([patients], await this.#eventsOf(streams.patient(key)));
      default:
        return unreachable(view);
    }
  }

  async #fold(views: readonly View[], events: readonly RecordedDaylineEvent[], rows = new WorkingRows()) {
    foldOrPark({ name: 'desk', version: 0, views }, events, rows);
    await this.#deps.pauseBetween();
    return rows;
  }

  async #foldDay(key: string): Promise<WorkingRows> {
    return this.#fold([doctorDays, counts], await this.#eventsOfDay(key));
  }

  async #foldAppointments(key: string): Promise<WorkingRows> {
    const events = await this.#eventsOfDay(key);
    const appointmentIds = events.flatMap(({ type, data }) =>
      type === 'AppointmentBooked' || type === 'AppointmentReassigned' ? [data.patientId] : [],
    );
    const rows = new WorkingRows();
    // The patients as they were: an appointment copies them when it is booked, and again with each correction.
    const people = await this.rows('patients', appointmentIds);
    for (const [key, patient] of people) rows.take('patients', key, patient);
    const pastRows = await this.#fold([appointments], events, rows);
    // Cast is safe: the fold of a view returns rows of the view.
    for (const row of pastRows.rows('appointments') as AppointmentRow[]) {
      const person = people.get(row.bookedAs ?? row.patientId);
      const ofPerson = await this.#lastOf(person);
      const ofRecord = row.bookedAs === undefined ? '' : await this.#lastMergeOf(row.bookedAs);
      const at = ofPerson > ofRecord ? ofPerson : ofRecord;
      if (at > row.at) pastRows.put('appointments', { ...row, at });
    }
    return pastRows;
  }

  /** The position of a patient's last change; the row of an erased patient may be of a later one. */
  async #lastOf(patient: PatientRow | undefined): Promise<Position> {
    if (!patient || patient.at <= this.#deps.position) return patient?.at ?? '';
    return (await this.#refolded('patients', patient.key)).get('patients', patient.key)?.at ?? '';
  }

  /** The position of a record's last merge or split. */
  async #lastMergeOf(patientId: string): Promise<Position> {
    const events = await this.#eventsOf(streams.patient(patientId));
    return events.findLast(({ type }) => type === 'PatientMerged' || type === 'PatientUnmerged')?.position ?? '';
  }

  #eventsOfDay(key: string): Promise<RecordedDaylineEvent[]> {
    const { pocId, date } = doctorDayOf(key);
    return this.#eventsOf(streams.doctorDay(pocId, date));
  }

  /** In the order of the log. */
  async #eventsOf(...names: readonly string[]): Promise<RecordedDaylineEvent[]> {
    const { sealedLog, position } = this.#deps;
    const events: RecordedDaylineEvent[] = [];
    for (const name of names) events.push(...(await eventsUpTo(sealedLog, name, position)));
    return names.length > 1 ? events.sort((one, other) => (one.position < other.position ? -1 : 1)) : events;
  }
}

function once(cache: FoldCache, key: string, fold: (key: string) => Promise<WorkingRows>): Promise<WorkingRows> {
  const found = cache.get(key) ?? fold(key);
  cache.set(key, found);
  return found;
}

const isOf = (key: string, row: ViewRow): boolean => row.key === key;

/** Erased patients are shown as erased at every position. */
const isErased = (view: PastView, row: ViewRow): boolean =>
  view === 'patients' && 'erased' in row && row.erased === true;

/** `poc:{pocId}:{date}` as the key of the doctor's day. */
function dayOfCounts(key: string): string {
  const [kind, pocId = '', date] = key.split(':');
  if (kind !== 'poc' || date === undefined) throw new TypeError(`The counts of ${key} follow from several streams.`);
  return `${pocId}_${date.replaceAll('-', '')}`;
}
