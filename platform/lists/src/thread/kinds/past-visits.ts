import type { PastVisit } from '@dayline/contracts/events/imports';
import { longestName } from '@dayline/contracts/fields/longest';
import { fold } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { PatientRow } from '@dayline/contracts/views';
import type { PastVisitRowCommand } from '../../row-commands.ts';
import { lineOf, numberOf, RowProblem } from '../cells/cell.ts';
import { dateOf } from '../cells/dates.ts';
import { nameOf, wordsOf } from '../cells/person-name.ts';
import { phoneOf } from '../cells/phone.ts';
import { timeOf } from '../cells/times.ts';
import type { Client, RowKind, RowMatcher, RowResult } from './list-kind.ts';
import { DoctorNames } from './names.ts';
import type { Cells, ReadContext, ReadRow } from './row.ts';

interface VisitCells extends Omit<PastVisit, 'visitId' | 'pocId'> {
  readonly uhid: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly doctor: string | null;
  readonly doctorEmail: string | null;
}

const outcomes: readonly (readonly [words: RegExp, outcome: PastVisit['outcome']])[] = [
  [/^(?:complete|completed?|consulted|present|visited|availed|attended|done|seen|closed|show|yes|came)$/i, 'Availed'],
  [
    /^(?:no[\s-_]?show|not[\s-_]?(?:visited|availed|attended|come)|missed|absent|dna|did ?n[o'’]t (?:come|show|attend))$/i,
    'Not_Availed',
  ],
  [/^cancel(?:led|ed)?(?: by .*)?$/i, 'Cancelled'],
];
const longest = 60;
/** An earlier date is a placeholder. */
const mostYears = 100;

function readVisit(cells: Cells, { today, dayOrder }: ReadContext): ReadRow<VisitCells> {
  const lineIn = (field: ImportField) => lineOf(field, cells[field] ?? '', longestName).value;
  const date = dateOf('date', lineIn('date') ?? '', dayOrder, today);
  if (date > today) throw new RowProblem('date', 'date.future');
  const timeCell = lineIn('time');
  const outcomeCell = lineIn('outcome') ?? '';
  const outcome = outcomes.find(([words]) => words.test(outcomeCell))?.[1];
  if (!outcome) throw new RowProblem('outcome', 'outcome.wrong');
  const oldest = Number(today.slice(0, 4)) - mostYears;
  if (Number(date.slice(0, 4)) < oldest) throw new RowProblem('date', 'date.wrong');
  const name = lineIn('name') === null ? null : nameOf(cells.name ?? '');
  const phone = phoneOf(cells.phone ?? '');
  const values = {
    uhid: numberOf('uhid', cells.uhid ?? '', longest).value,
    name: name?.value.name ?? null,
    phone: phone.value.phone,
    ...{ doctor: lineIn('doctor'), doctorEmail: lineIn('doctorEmail') },
    ...{ date, time: timeCell === null ? null : timeOf('time', timeCell), outcome, paid: paidOf(lineIn('paid')) },
  };
  if (values.doctor === null && values.doctorEmail === null) throw new RowProblem('doctor', 'doctor.unknown');
  const shown = {
    ...values,
    outcome: outcome.replace('_', ' '),
    paid: values.paid === null ? null : values.paid ? 'yes' : 'no',
  };
  const isTimeCorrected = timeCell !== null && !/^\d{1,2}:\d\d(?::\d\d)?$/.test(timeCell);
  const corrected = new Set<ImportField>([
    ...(name?.isCorrected ? (['name'] as const) : []),
    ...(phone.isCorrected ? (['phone'] as const) : []),
    ...(isTimeCorrected ? (['time'] as const) : []),
  ]);
  return { values, corrected, shown };
}

function paidOf(text: string | null): boolean | null {
  if (text === null) return null;
  if (/^(?:yes|y|paid|fully paid|received|done|true|cash|card|upi|online|cheque|insurance)$/i.test(text)) return true;
  if (/^(?:no|n|unpaid|not paid|pending|due|false|pay[ _]later|free|waived|refunded)$/i.test(text)) return false;
  const amount = text.replace(/^(?:₹|rs\.?|inr) ?| ?\/-$/gi, '').replaceAll(',', '');
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(amount)) throw new RowProblem('paid', 'paid.wrong');
  return Number(amount) > 0;
}

class VisitMatcher implements RowMatcher<VisitCells, PastVisitRowCommand> {
  readonly #client: Client;
  readonly #doctors: DoctorNames;
  readonly #byNumber = new Map<string, PatientRow | null>();
  readonly #byPhone = new Map<string, PatientRow[]>();
  /** Existing visits, and those of the file, by patient, doctor, date and time. */
  readonly #visits = new Map<string, Pick<PastVisit, 'outcome' | 'paid'> & { readonly row: number | null }>();
  readonly #loaded = new Set<string>();

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
    const phones = rows.flatMap(({ phone }) => (phone && !this.#byPhone.has(phone) ? [phone] : []));
    for (const phone of phones) this.#byPhone.set(phone, []);
    for (const row of await records.patientsWithPhones(clientId, [...new Set(phones)]))
      this.#byPhone.get(row.phone ?? '')?.push(row);
    const people = [...this.#byNumber.values(), ...[...this.#byPhone.values()].flat()];
    const unknown = [...new Set(people.flatMap((row) => (row && !this.#loaded.has(row.key) ? [row.key] : [])))];
    for (const id of unknown) this.#loaded.add(id);
    for (const { patientId, pocId, date, time, outcome, paid } of await records.pastVisits(unknown)) {
      this.#visits.set([patientId, pocId, date, time].join(' '), { row: null, outcome, paid });
    }
  }

  async match(row: number, values: VisitCells, isSame: boolean | undefined): Promise<RowResult<PastVisitRowCommand>> {
    const patient = this.#patientOf(values);
    const isOtherName = values.name !== null && wordsOf(patient.name ?? '') !== wordsOf(values.name);
    if (isOtherName && isSame === undefined) {
      const match = { row: null, id: patient.key, name: patient.name };
      return { finding: 'needsDecision', match, problem: { field: 'name', code: 'decide.other-name' } };
    }
    if (isOtherName && !isSame) throw new RowProblem('name', 'patient.unknown');
    const doctor = await this.#doctors.find(values.doctor, values.doctorEmail);
    const { date, time, outcome, paid } = values;
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
      command: { patientId: patient.key, visit: { pocId: doctor.key, date, time, outcome, paid } },
    };
  }

  #patientOf({ uhid, name, phone }: VisitCells): PatientRow {
    const holder = uhid === null ? null : this.#byNumber.get(fold(uhid));
    if (holder) return holder;
    if (uhid !== null || phone === null) throw new RowProblem(uhid === null ? 'phone' : 'uhid', 'patient.unknown');
    const family = this.#byPhone.get(phone) ?? [];
    const named = name === null ? family : family.filter((row) => fold(row.name ?? '') === fold(name));
    const [found, ...others] = named;
    if (!found) throw new RowProblem('phone', 'patient.unknown');
    if (others.length > 0) throw new RowProblem('phone', 'patient.several');
    return found;
  }
}

export const pastVisits: RowKind<VisitCells, PastVisitRowCommand> = {
  read: readVisit,
  matcher: (client) => new VisitMatcher(client),
};
