import { isNamed, titledName } from '@dayline/contracts/doctors';
import { emailSchema } from '@dayline/contracts/fields/email';
import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { rupeesOf } from '@dayline/contracts/fields/money';
import { linkSchema } from '@dayline/contracts/fields/text';
import { fold, plainDigits } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import type { DoctorRevision, DoctorRowCommand } from '../../row-commands.ts';
import { lineOf, numberOf, RowProblem } from '../cells/cell.ts';
import { capitals } from '../cells/person-name.ts';
import { phoneOf } from '../cells/phone.ts';
import { DepartmentNames, DoctorNames } from './names.ts';
import type { Cells, ReadRow } from './row.ts';
import type { Change, Client, RowKind, RowMatcher, RowResult } from './row-kind.ts';

interface DoctorCells {
  readonly isUnit: boolean;
  readonly name: string;
  readonly department: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly meetingLink: string | null;
  /** Paise. */
  readonly fee: number | null;
  readonly externalId: string | null;
}
const longest = 300;

function readDoctor(cells: Cells): ReadRow<DoctorCells> {
  const lineIn = (field: ImportField, atMost = maxNameLength) => lineOf(field, cells[field] ?? '', atMost).value;
  const name = lineIn('name');
  if (name === null || !isNamed(name)) throw new RowProblem('name', 'name.missing');
  const typedEmail = lineIn('email');
  const email = typedEmail === null ? null : (emailSchema.safeParse(typedEmail).data ?? null);
  if (typedEmail !== null && email === null) throw new RowProblem('email', 'email.wrong');
  const link = lineIn('meetingLink', longest);
  const meetingLink = link === null ? null : (linkSchema().safeParse(link).data ?? null);
  if (link !== null && (meetingLink === null || !/^https:\/\//i.test(meetingLink)))
    throw new RowProblem('meetingLink', 'link.wrong');
  const readPhone = phoneOf(cells.phone ?? '');
  const { phone } = readPhone.value;
  // Like the page that adds a doctor.
  if (phone !== null && !/^91\d{10}$/.test(phone)) throw new RowProblem('phone', 'phone.wrong');
  const isUnit = /^(?:unit|clinic|room)$/i.test(lineIn('kind') ?? '');
  const values = {
    isUnit,
    ...{
      name: isUnit ? name : titledName(capitals(name)),
      department: lineIn('department'),
      phone,
      email,
      meetingLink,
    },
    ...{ fee: feeOf(lineIn('fee')), externalId: numberOf('externalId', cells.externalId ?? '', 60).value },
  };
  const rowCells = {
    ...values,
    kind: isUnit ? 'Unit' : 'Doctor',
    fee: values.fee === null ? null : rupeesOf(values.fee),
  };
  const corrections = new Set<ImportField>(values.name === name ? [] : ['name']);
  if (readPhone.isCorrected) corrections.add('phone');
  return { values, corrected: corrections, shown: rowCells };
}

function feeOf(text: string | null): number | null {
  if (text === null) return null;
  if (/^free$/i.test(text)) return 0;
  const plainText = plainDigits(text)
    .replace(/^(?:₹|rs\.?|inr)\s*/i, '')
    .replace(/ ?(?:\/-|₹|rs\.?|inr|rupees)$/i, '');
  // "600,00" may be six hundred or sixty thousand.
  const rupees = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d{1,2})?$/.test(plainText)
    ? plainText.replaceAll(',', '')
    : plainText;
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(rupees)) throw new RowProblem('fee', 'number.wrong');
  return Math.round(Number(rupees) * 100);
}

class DoctorMatcher implements RowMatcher<DoctorCells, DoctorRowCommand> {
  readonly #doctors: DoctorNames;
  readonly #departments: DepartmentNames;
  readonly #rows = new Map<string, number>();

  constructor(client: Client) {
    this.#departments = new DepartmentNames(client);
    this.#doctors = new DoctorNames(client);
  }

  async match(row: number, values: DoctorCells): Promise<RowResult<DoctorRowCommand>> {
    const departmentId = values.department === null ? null : await this.#departments.find(values.department);
    const existing = await this.#existing(values, departmentId);
    const key = (existing?.key ?? values.email ?? `${fold(values.name)} ${departmentId}`).toLowerCase();
    const earlier = this.#rows.get(key);
    if (earlier !== undefined) throw new RowProblem(null, 'row.twice');
    this.#rows.set(key, row);
    if (existing) return revisionOf(existing, values, departmentId);
    const { isUnit, name, phone, email, meetingLink, fee, externalId } = values;
    if (departmentId === null) throw new RowProblem('department', 'department.unknown');
    // A unit has no email address, and needs no phone.
    if (isUnit !== (email === null)) throw new RowProblem('email', isUnit ? 'email.wrong' : 'email.missing');
    if (phone === null && !isUnit) throw new RowProblem('phone', 'phone.missing');
    const kind = isUnit ? { kind: 'unit' as const } : {};
    const doctor = {
      ...kind,
      departmentId,
      name,
      contactNumber: phone,
      email,
      meetingLink,
      consultationFee: fee,
      externalId,
    };
    return { finding: 'new', command: { kind: 'add', doctor } };
  }

  async #existing(
    { email, externalId, name }: DoctorCells,
    departmentId: string | null,
  ): Promise<DoctorRow | undefined> {
    const doctors = await this.#doctors.all();
    const byEmail = doctors.find((doctor) => email !== null && doctor.email?.toLowerCase() === email.toLowerCase());
    const byId = doctors.find((doctor) => externalId !== null && doctor.externalId === externalId);
    // Without email address and external id: a unit, or a list of names.
    const doctorOfName = doctors.find(
      (doctor) => fold(doctor.name) === fold(name) && doctor.departmentId === departmentId,
    );
    return byEmail ?? byId ?? (email === null && externalId === null ? doctorOfName : undefined);
  }
}

function revisionOf(
  existing: DoctorRow,
  values: DoctorCells,
  departmentId: string | null,
): RowResult<DoctorRowCommand> {
  if (departmentId !== null && departmentId !== existing.departmentId) throw new RowProblem('department', 'cell.fixed');
  if (values.email !== null && values.email.toLowerCase() !== existing.email?.toLowerCase())
    throw new RowProblem('email', 'cell.fixed');
  if (values.externalId !== null && values.externalId !== existing.externalId)
    throw new RowProblem('externalId', 'cell.fixed');
  const { name, phone, fee, meetingLink } = values;
  const revision: DoctorRevision = {
    ...(fold(name) !== fold(existing.name) && { name }),
    ...(phone !== null && phone !== existing.contactNumber && { phone }),
    ...(fee !== null && fee !== (existing.consultationFee ?? 0) && { fee }),
    ...(meetingLink !== null && meetingLink !== existing.meetingLink && { meetingLink }),
  };
  const before = {
    ...{ name: existing.name, phone: existing.contactNumber, meetingLink: existing.meetingLink },
    fee: existing.consultationFee === null ? null : rupeesOf(existing.consultationFee),
  };
  const after = { ...values, fee: fee === null ? null : rupeesOf(fee) };
  const fields = Object.keys(revision) as (keyof DoctorRevision)[];
  const match = { row: null, id: existing.key, name: existing.name };
  if (fields.length === 0) return { finding: 'existing', match };
  const changes = fields.map((field): Change => ({ field, before: before[field], after: after[field] }));
  return { finding: 'existing', match, changes, command: { kind: 'revise', pocId: existing.key, revision } };
}

export const doctors: RowKind<DoctorCells, DoctorRowCommand> = {
  read: readDoctor,
  matcher: (client) => new DoctorMatcher(client),
};
