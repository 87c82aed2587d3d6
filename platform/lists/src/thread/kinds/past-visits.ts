import { hospitalDaysOn } from '@dayline/contracts/clinic/calendar';
import { currentSlots } from '@dayline/contracts/clinic/day/plan';
import { blockedSpans, emptyDayBook, spanOf, takenIn } from '@dayline/contracts/clinic/slots';
import { overlaps } from '@dayline/contracts/clinic/spans';
import { weekOn } from '@dayline/contracts/clinic/weeks';
import type { PastVisit } from '@dayline/contracts/events/imports';
import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { fold } from '@dayline/contracts/fold';
import { doctorDayKey } from '@dayline/contracts/ids';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { DoctorDayRow } from '@dayline/contracts/views';
import type { DoctorRow, PatientRow } from '@dayline/contracts/views/directory';
import type { VisitRowCommand } from '../../row-commands.ts';
import { lineOf, numberOf, RowProblem } from '../cells/cell.ts';
import { dateOf, timeBehind } from '../cells/dates.ts';
import { wordsOf } from '../cells/person-name.ts';
import { phoneOf } from '../cells/phone.ts';
import { timeOf } from '../cells/times.ts';
import { hasName, partsOfName, wholeName } from '../cells/whole-name.ts';
import { DoctorNames } from './names.ts';
import type { Cells, ReadContext, ReadRow } from './row.ts';
import type { Client, RowKind, RowMatcher, RowResult } from './row-kind.ts';

interface VisitCells extends Omit<PastVisit, 'visitId' | 'pocId' | 'outcome'> {
  /** Null: booked. */
  readonly outcome: PastVisit['outcome'] | null;
  readonly uhid: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly doctor: string | null;
  readonly doctorEmail: string | null;
}

/** Of other systems too, in their words or as their codes: "checked-out", "NOSHOW", "CANCELLED_BY_PATIENT", "> Checked out". */
const outcomes: readonly (readonly [words: RegExp, outcome: PastVisit['outcome']])[] = [
  [
    /^(?:complete[ds]?|completed visit|fulfilled|finished|ended|consulted|consultation (?:done|completed?)|present|visited|availed|attended|done|seen|seen by doctor|closed|show|showed(?: up)?|yes|came|kept|served|discharged|departed|check(?:ed)? ?out|left after visit|coding done|charge entered|billed|पूर्ण|पूरा|उपस्थित|देखा गया)$/,
    'Availed',
  ],
  [
    /^(?:no ?show(?: patient)?|noshow|not (?:visited|availed|attended|come|seen|kept)|missed|absent|dna|dnka|fta|failed to attend|did ?n (?:t|ot) (?:come|show|attend|keep)(?: up)?|did not (?:come|show|attend|keep)(?: up)?|left w o (?:visit|being seen)|left without (?:visit|being seen|treatment)|lwbs|walked out|अनुपस्थित|नहीं आए)$/,
    'Not_Availed',
  ],
  [
    /^(?:x )?(?:cancel(?:led|ed)?|void(?:ed)?|revoked|declined|withdrawn|deleted|discontinued)(?: .*)?$|^(?:patient|clinic|hospital|doctor|provider|late|same day|admin) cancel(?:led|ed|lation)?$|^रद्द(?: किया गया)?$/,
    'Cancelled',
  ],
];
/** Booked, and not over. */
const bookedPattern =
  /^(?:booked|scheduled|re ?scheduled|confirmed|unconfirmed|pending|proposed|requested|approved|accepted|upcoming|open|new|active|planned|tentative|reserved|due|waiting|waitlist|checked ?in|arrived|arrived late|in (?:progress|exam room|room|session|queue)|not (?:yet )?(?:marked|started)|none|none specified|बुक|पुष्ट|निर्धारित)$/;

/** Without the marks of codes, and "No Show (call)". */
const statusWords = (cell: string): string =>
  fold(cell)
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
const longest = 60;
/** An earlier date is a placeholder. */
const maxYears = 100;

function readVisit(cells: Cells, context: ReadContext): ReadRow<VisitCells> {
  const { today } = context;
  const lineIn = (field: ImportField) => lineOf(field, cells[field] ?? '', maxNameLength).value;
  const dateCell = lineIn('date') ?? '';
  const date = dateOf('date', dateCell, context);
  const timeCell = lineIn('time');
  const typedTime = timeCell === null ? timeBehind(dateCell, context) : (timeBehind(timeCell, context) ?? timeCell);
  const time = typedTime === null ? null : timeOf('time', typedTime);
  const status = statusWords(lineIn('outcome') ?? '');
  const outcome = outcomes.find(([words]) => words.test(status))?.[1] ?? null;
  const isBooked = outcome === null && (status === '' || bookedPattern.test(status));
  if (!outcome && !isBooked) throw new RowProblem('outcome', 'outcome.wrong');
  if (date > today && outcome !== null) throw new RowProblem('date', 'date.future');
  if (date < today && isBooked) throw new RowProblem('outcome', 'outcome.open');
  if (isBooked && time === null) throw new RowProblem('time', 'time.missing');
  const oldest = Number(today.slice(0, 4)) - maxYears;
  if (Number(date.slice(0, 4)) < oldest) throw new RowProblem('date', 'date.wrong');
  const name = hasName(cells) ? wholeName(cells) : null;
  const phone = phoneOf(cells.phone ?? '');
  const values = {
    uhid: numberOf('uhid', cells.uhid ?? '', longest).value,
    name: name?.value.name ?? null,
    phone: phone.value.phone,
    ...{ doctor: lineIn('doctor'), doctorEmail: lineIn('doctorEmail') },
    ...{ date, time, outcome, paid: isNo(cells.paid) ? false : paidOf(lineIn('paid')) },
  };
  if (values.doctor === null && values.doctorEmail === null) throw new RowProblem('doctor', 'doctor.unknown');
  const rowCells = {
    ...{ ...values, ...partsOfName(cells) },
    outcome: outcome?.replace('_', ' ') ?? 'Booked',
    paid: values.paid === null ? null : values.paid ? 'yes' : 'no',
  };
  const isTimeCorrected = timeCell !== null && !/^\d{1,2}:\d\d(?::\d\d)?$/.test(timeCell);
  const corrections = new Set<ImportField>([
    ...(name?.isCorrected ? (['name'] as const) : []),
    ...(phone.isCorrected ? (['phone'] as const) : []),
    ...(isTimeCorrected ? (['time'] as const) : []),
  ]);
  return { values, corrected: corrections, shown: rowCells };
}

/** In other columns, "no" is an empty cell. */
const isNo = (cell = ''): boolean => /^no$/i.test(cell.trim());

function paidOf(text: string | null): boolean | null {
  if (text === null) return null;
  if (/^(?:yes|y|paid|fully paid|received|done|true|cash|card|upi|online|cheque|insurance)$/i.test(text)) return true;
  if (/^(?:no|n|unpaid|not paid|pending|due|false|pay[ _]later|free|waived|refunded)$/i.test(text)) return false;
  const amount = text.replace(/^(?:₹|rs\.?|inr) ?| ?\/-$/gi, '').replaceAll(',', '');
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(amount)) throw new RowProblem('paid', 'paid.wrong');
  return Number(amount) > 0;
}

class VisitMatcher implements RowMatcher<VisitCells, VisitRowCommand> {
  readonly #client: Client;
  readonly #doctors: DoctorNames;
  readonly #byNumber = new Map<string, PatientRow | null>();
  readonly #byPhone = new Map<string, PatientRow[]>();
  /** Existing visits, and those of the file, by patient, doctor, date and time. */
  readonly #visits = new Map<string, Pick<PastVisit, 'outcome' | 'paid'> & { readonly row: number | null }>();
  readonly #loaded = new Set<string>();
  #days: ReadonlyMap<string, DoctorDayRow> = new Map();
  /** The bookings of the file, by doctor, date and time. */
  readonly #booked = new Map<string, readonly { readonly patientId: string; readonly row: number }[]>();

  constructor(client: Client) {
    this.#client = client;
    this.#doctors = new DoctorNames(client);
  }

  async prepare(rows: readonly VisitCells[]): Promise<void> {
    const { records, clientId } = this.#client;
    for (const { uhid } of rows) {
      if (uhid === null || this.#byNumber.has(fold(uhid))) continue;
      const id = await records.patientWithNumber(uhid);
      const found = id === null ? undefined : (await records.patients([id])).get(id);
      this.#byNumber.set(fold(uhid), found?.clientId === clientId && !found.erased ? found : null);
    }
    await this.#readDays(rows);
    const phones = rows.flatMap(({ phone }) => (phone && !this.#byPhone.has(phone) ? [phone] : []));
    for (const phone of phones) this.#byPhone.set(phone, []);
    for (const row of await records.patientsWithPhones(clientId, [...new Set(phones)]))
      this.#byPhone.get(row.phone ?? '')?.push(row);
    const people = [...this.#byNumber.values(), ...[...this.#byPhone.values()].flat()];
    const unknownIds = [...new Set(people.flatMap((row) => (row && !this.#loaded.has(row.key) ? [row.key] : [])))];
    for (const id of unknownIds) this.#loaded.add(id);
    for (const { patientId, pocId, date, time, outcome, paid } of await records.pastVisits(unknownIds)) {
      this.#visits.set([patientId, pocId, date, time].join(' '), { row: null, outcome, paid });
    }
  }

  /** The days of the bookings. */
  async #readDays(rows: readonly VisitCells[]): Promise<void> {
    const keys: string[] = [];
    for (const { outcome, doctor, doctorEmail, date } of rows) {
      if (outcome !== null) continue;
      const found = await this.#doctors.find(doctor, doctorEmail).catch(() => null);
      if (found) keys.push(doctorDayKey(found.key, date));
    }
    this.#days = new Map([...this.#days, ...(await this.#client.records.doctorDays([...new Set(keys)]))]);
  }

  async match(row: number, values: VisitCells, isSame: boolean | undefined): Promise<RowResult<VisitRowCommand>> {
    const patient = this.#patientOf(values);
    const isOtherName = values.name !== null && wordsOf(patient.name ?? '') !== wordsOf(values.name);
    if (isOtherName && isSame === undefined) {
      const match = { row: null, id: patient.key, name: patient.name };
      return { finding: 'needsDecision', match, problem: { field: 'name', code: 'decide.other-name' } };
    }
    if (isOtherName && !isSame) throw new RowProblem('name', 'patient.unknown');
    const doctor = await this.#doctors.find(values.doctor, values.doctorEmail);
    const { date, time, outcome, paid } = values;
    if (outcome === null) return this.#booking(row, patient, doctor, values);
    const key = [patient.key, doctor.key, date, time].join(' ');
    const earlier = this.#visits.get(key);
    const match = { row: earlier?.row ?? null, id: patient.key, name: patient.name };
    if (earlier) {
      const isEqual = (field: 'outcome' | 'paid') => values[field] === null || values[field] === earlier[field];
      const field = (['outcome', 'paid'] as const).find((name) => !isEqual(name));
      if (field) throw new RowProblem(field, earlier.row === null ? 'cell.fixed' : 'row.twice');
      return { finding: 'existing', match };
    }
    this.#visits.set(key, { row, outcome, paid });
    return {
      finding: 'new',
      match,
      command: { kind: 'note', patientId: patient.key, visit: { pocId: doctor.key, date, time, outcome, paid } },
    };
  }

  /** A visit of today or later, if its slot has a free place; the booking decides it again. */
  #booking(
    row: number,
    patient: PatientRow,
    doctor: DoctorRow,
    { date, time }: VisitCells,
  ): RowResult<VisitRowCommand> {
    const { calendar } = this.#client;
    const day = this.#days.get(doctorDayKey(doctor.key, date)) ?? emptyDayBook;
    const match = { row: null, id: patient.key, name: patient.name };
    const schedule = weekOn(doctor.schedule, date);
    const days = hospitalDaysOn(calendar, date, { branchId: doctor.branchId, week: schedule?.week ?? null });
    const slot = currentSlots(day, { date, schedule, skipped: [], ...days }).find((found) => found.time === time);
    if (!slot || time === null) throw new RowProblem('time', 'time.no-slot');
    const key = `${doctor.key} ${date} ${time}`;
    const earlier = this.#booked.get(key) ?? [];
    const same = earlier.find(({ patientId }) => patientId === patient.key);
    if (same) return { finding: 'existing', match: { ...match, row: same.row } };
    const span = spanOf(slot);
    const isBlocked = blockedSpans(day).some((block) => overlaps(block, span));
    if (isBlocked || takenIn(day.visits, span) + earlier.length >= slot.capacity)
      throw new RowProblem('time', 'time.full');
    this.#booked.set(key, [...earlier, { patientId: patient.key, row }]);
    return { finding: 'new', match, command: { kind: 'book', patientId: patient.key, pocId: doctor.key, date, time } };
  }

  #patientOf({ uhid, name, phone }: VisitCells): PatientRow {
    const holder = uhid === null ? null : this.#byNumber.get(fold(uhid));
    if (holder) return holder;
    if (uhid !== null || phone === null) throw new RowProblem(uhid === null ? 'phone' : 'uhid', 'patient.unknown');
    const family = this.#byPhone.get(phone) ?? [];
    const patientsOfName = name === null ? family : family.filter((row) => fold(row.name ?? '') === fold(name));
    const [found, ...others] = patientsOfName;
    if (!found) throw new RowProblem('phone', 'patient.unknown');
    if (others.length > 0) throw new RowProblem('phone', 'patient.several');
    return found;
  }
}

export const pastVisits: RowKind<VisitCells, VisitRowCommand> = {
  read: readVisit,
  matcher: (client) => new VisitMatcher(client),
};
