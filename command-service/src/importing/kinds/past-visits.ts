import { isRefusal } from '@dayline/contracts/errors';
import type { PastVisit } from '@dayline/contracts/events/imports';
import { longestName } from '@dayline/contracts/fields/longest';
import { fold } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { PatientRow } from '@dayline/contracts/views';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { PatientCommands } from '../../patient/patient-commands.ts';
import { lineOf, numberOf, RowProblem } from '../rows/cell.ts';
import { dateOf, timeOf } from '../rows/dates.ts';
import { nameOf, wordsOf } from '../rows/person-name.ts';
import { phoneOf } from '../rows/phone.ts';
import type { Cells, ReadContext, ReadRow } from '../rows/row.ts';
import { DoctorNames } from './doctor-names.ts';
import type { Finder, Found, Kind, World } from './kind.ts';

interface ReadVisit extends Omit<PastVisit, 'visitId' | 'pocId'> {
  readonly uhid: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly doctor: string | null;
  readonly doctorEmail: string | null;
}
interface VisitCommand {
  readonly patientId: string;
  readonly visit: Omit<PastVisit, 'visitId'>;
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
/** Before that, a date is what a system writes for none. */
const mostYears = 100;

function readVisit(cells: Cells, { today, dayOrder }: ReadContext): ReadRow<ReadVisit> {
  const lineIn = (field: ImportField) => lineOf(field, cells[field] ?? '', longestName).value;
  const date = dateOf('date', lineIn('date') ?? '', dayOrder, today);
  if (date > today) throw new RowProblem('date', 'date.future');
  const typedTime = lineIn('time');
  const typedOutcome = lineIn('outcome') ?? '';
  const outcome = outcomes.find(([words]) => words.test(typedOutcome))?.[1];
  if (!outcome) throw new RowProblem('outcome', 'outcome.wrong');
  const oldest = Number(today.slice(0, 4)) - mostYears;
  if (Number(date.slice(0, 4)) < oldest) throw new RowProblem('date', 'date.wrong');
  const name = lineIn('name') === null ? null : nameOf(cells.name ?? '');
  const phone = phoneOf(cells.phone ?? '');
  const read = {
    uhid: numberOf('uhid', cells.uhid ?? '', longest).value,
    name: name?.value.name ?? null,
    phone: phone.value.phone,
    ...{ doctor: lineIn('doctor'), doctorEmail: lineIn('doctorEmail') },
    ...{ date, time: typedTime === null ? null : timeOf('time', typedTime), outcome, paid: paidOf(lineIn('paid')) },
  };
  if (read.doctor === null && read.doctorEmail === null) throw new RowProblem('doctor', 'doctor.unknown');
  const shown = {
    ...read,
    outcome: outcome.replace('_', ' '),
    paid: read.paid === null ? null : read.paid ? 'yes' : 'no',
  };
  const isTimeOther = typedTime !== null && !/^\d{1,2}:\d\d(?::\d\d)?$/.test(typedTime);
  const mended = new Set<ImportField>([
    ...(name?.isMended ? (['name'] as const) : []),
    ...(phone.isMended ? (['phone'] as const) : []),
    ...(isTimeOther ? (['time'] as const) : []),
  ]);
  return { read, mended, shown };
}

function paidOf(text: string | null): boolean | null {
  if (text === null) return null;
  if (/^(?:yes|y|paid|fully paid|received|done|true|cash|card|upi|online|cheque|insurance)$/i.test(text)) return true;
  if (/^(?:no|n|unpaid|not paid|pending|due|false|pay[ _]later|free|waived|refunded)$/i.test(text)) return false;
  const amount = text.replace(/^(?:₹|rs\.?|inr) ?| ?\/-$/gi, '').replaceAll(',', '');
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(amount)) throw new RowProblem('paid', 'paid.wrong');
  return Number(amount) > 0;
}

class VisitFinder implements Finder<ReadVisit, VisitCommand> {
  readonly #world: World;
  readonly #doctors: DoctorNames;
  readonly #byNumber = new Map<string, PatientRow | null>();
  readonly #byPhone = new Map<string, PatientRow[]>();
  /** Visits that are noted, and those of the file, by whose, with whom and when. */
  readonly #visits = new Map<string, Pick<PastVisit, 'outcome' | 'paid'> & { readonly row: number | null }>();
  readonly #known = new Set<string>();

  constructor(world: World) {
    this.#world = world;
    this.#doctors = new DoctorNames(world);
  }

  async prepare(rows: readonly ReadVisit[]): Promise<void> {
    const { lists, clientId, holderOf } = this.#world;
    for (const { uhid } of rows) {
      if (uhid === null || this.#byNumber.has(fold(uhid))) continue;
      const id = await holderOf(uhid);
      const found = id === null ? undefined : (await lists.patients([id])).get(id);
      this.#byNumber.set(fold(uhid), found?.clientId === clientId && !found.erased ? found : null);
    }
    const phones = rows.flatMap(({ phone }) => (phone && !this.#byPhone.has(phone) ? [phone] : []));
    for (const phone of phones) this.#byPhone.set(phone, []);
    for (const row of await lists.onPhones(clientId, [...new Set(phones)]))
      this.#byPhone.get(row.phone ?? '')?.push(row);
    const people = [...this.#byNumber.values(), ...[...this.#byPhone.values()].flat()];
    const unknown = [...new Set(people.flatMap((row) => (row && !this.#known.has(row.key) ? [row.key] : [])))];
    for (const id of unknown) this.#known.add(id);
    for (const { patientId, pocId, date, time, outcome, paid } of await lists.pastVisits(unknown)) {
      this.#visits.set([patientId, pocId, date, time].join(' '), { row: null, outcome, paid });
    }
  }

  async find(row: number, read: ReadVisit, isSame: boolean | undefined): Promise<Found<VisitCommand>> {
    const patient = this.#patientOf(read);
    const isOther = read.name !== null && wordsOf(patient.name ?? '') !== wordsOf(read.name);
    if (isOther && isSame === undefined) {
      const known = { row: null, id: patient.key, name: patient.name };
      return { finding: 'asks', other: known, problem: { field: 'name', code: 'ask.other-name' } };
    }
    if (isOther && !isSame) throw new RowProblem('name', 'patient.unknown');
    const doctor = await this.#doctors.of(read.doctor, read.doctorEmail);
    const { date, time, outcome, paid } = read;
    const key = [patient.key, doctor.key, date, time].join(' ');
    const earlier = this.#visits.get(key);
    const other = { row: earlier?.row ?? null, id: patient.key, name: patient.name };
    if (earlier) {
      const says = (field: 'outcome' | 'paid') => read[field] === null || read[field] === earlier[field];
      const field = (['outcome', 'paid'] as const).find((each) => !says(each));
      if (field) throw new RowProblem(field, earlier.row === null ? 'cell.fixed' : 'row.twice');
      return { finding: 'known', other };
    }
    this.#visits.set(key, { row, outcome, paid });
    return {
      finding: 'new',
      other,
      command: { patientId: patient.key, visit: { pocId: doctor.key, date, time, outcome, paid } },
    };
  }

  #patientOf({ uhid, name, phone }: ReadVisit): PatientRow {
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

export interface PastVisitKindDeps {
  readonly commands: Pick<PatientCommands, 'notePastVisit' | 'withdrawPastVisit'>;
}

export function pastVisitKind({ commands }: PastVisitKindDeps): Kind<ReadVisit, VisitCommand> {
  return {
    read: readVisit,
    finder: (world) => new VisitFinder(world),

    async carryOut({ patientId, visit }, by) {
      const noted = await commands.notePastVisit(patientId, visit, by);
      if (isRefusal(noted)) return noted;
      return noted.position === null ? null : { id: `${patientId}_${derivedFrom(by.commandId, 'visit')}`, isNew: true };
    },

    async takeBack({ id }, by) {
      const [patientId = '', visitId = ''] = id.split('_');
      const withdrawn = await commands.withdrawPastVisit(patientId, visitId, by);
      return isRefusal(withdrawn) ? 'stays.touched' : null;
    },
  };
}
