import { isNamed, titledName } from '@dayline/contracts/doctors';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { emailSchema } from '@dayline/contracts/fields/email';
import { longestName } from '@dayline/contracts/fields/longest';
import { rupeesOf } from '@dayline/contracts/fields/money';
import { linkSchema } from '@dayline/contracts/fields/text';
import { fold, plainDigits } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { DoctorRow } from '@dayline/contracts/views';
import { type CommandContext, partOf } from '../../command-handler/command-context.ts';
import type { DoctorAggregate, DoctorCommands, NewDoctor } from '../../doctor/doctor-commands.ts';
import { lineOf, numberOf, RowProblem } from '../rows/cell.ts';
import { capitals } from '../rows/person-name.ts';
import { phoneOf } from '../rows/phone.ts';
import type { Cells, ReadRow } from '../rows/row.ts';
import { DepartmentNames, DoctorNames } from './doctor-names.ts';
import type { Change, Finder, Found, Kind, World } from './kind.ts';

interface ReadDoctor {
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
/** What changes of a known doctor. */
interface Revision {
  readonly name?: string;
  readonly phone?: string;
  readonly fee?: number;
  readonly meetingLink?: string;
}
type DoctorRowCommand =
  | { readonly kind: 'add'; readonly doctor: NewDoctor }
  | { readonly kind: 'revise'; readonly pocId: string; readonly revision: Revision };

const longest = 300;

function readDoctor(cells: Cells): ReadRow<ReadDoctor> {
  const lineIn = (field: ImportField, atMost = longestName) => lineOf(field, cells[field] ?? '', atMost).value;
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
  // As the page that adds a doctor.
  if (phone !== null && !/^91\d{10}$/.test(phone)) throw new RowProblem('phone', 'phone.wrong');
  const isUnit = /^(?:unit|clinic|room)$/i.test(lineIn('kind') ?? '');
  const read = {
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
  const shown = { ...read, kind: isUnit ? 'Unit' : 'Doctor', fee: read.fee === null ? null : rupeesOf(read.fee) };
  const mended = new Set<ImportField>(read.name === name ? [] : ['name']);
  if (readPhone.isMended) mended.add('phone');
  return { read, mended, shown };
}

function feeOf(text: string | null): number | null {
  if (text === null) return null;
  if (/^free$/i.test(text)) return 0;
  const written = plainDigits(text)
    .replace(/^(?:₹|rs\.?|inr)\s*/i, '')
    .replace(/ ?(?:\/-|₹|rs\.?|inr|rupees)$/i, '');
  // Of "600,00" nobody knows whether it is six hundred or sixty thousand.
  const rupees = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d{1,2})?$/.test(written) ? written.replaceAll(',', '') : written;
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(rupees)) throw new RowProblem('fee', 'number.wrong');
  return Math.round(Number(rupees) * 100);
}

class DoctorFinder implements Finder<ReadDoctor, DoctorRowCommand> {
  readonly #doctors: DoctorNames;
  readonly #departments: DepartmentNames;
  readonly #rows = new Map<string, number>();

  constructor(world: World) {
    this.#departments = new DepartmentNames(world);
    this.#doctors = new DoctorNames(world);
  }

  async find(row: number, read: ReadDoctor): Promise<Found<DoctorRowCommand>> {
    const departmentId = read.department === null ? null : await this.#departments.of(read.department);
    const known = await this.#knownAs(read, departmentId);
    const key = (known?.key ?? read.email ?? `${fold(read.name)} ${departmentId}`).toLowerCase();
    const earlier = this.#rows.get(key);
    if (earlier !== undefined) throw new RowProblem(null, 'row.twice');
    this.#rows.set(key, row);
    if (known) return revised(known, read, departmentId);
    const { isUnit, name, phone, email, meetingLink, fee, externalId } = read;
    if (departmentId === null) throw new RowProblem('department', 'department.unknown');
    // A unit has no address, and needs no number.
    if (isUnit !== (email === null)) throw new RowProblem('email', 'email.wrong');
    if (phone === null && !isUnit) throw new RowProblem('phone', 'phone.wrong');
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

  async #knownAs({ email, externalId, name }: ReadDoctor, departmentId: string | null): Promise<DoctorRow | undefined> {
    const doctors = await this.#doctors.all();
    const byEmail = doctors.find((doctor) => email !== null && doctor.email?.toLowerCase() === email.toLowerCase());
    const byId = doctors.find((doctor) => externalId !== null && doctor.externalId === externalId);
    // Without an address: a unit, or a list of names.
    const named = doctors.find((doctor) => fold(doctor.name) === fold(name) && doctor.departmentId === departmentId);
    return byEmail ?? byId ?? (email === null && externalId === null ? named : undefined);
  }
}

function revised(known: DoctorRow, read: ReadDoctor, departmentId: string | null): Found<DoctorRowCommand> {
  if (departmentId !== null && departmentId !== known.departmentId) throw new RowProblem('department', 'cell.fixed');
  if (read.email !== null && read.email.toLowerCase() !== known.email?.toLowerCase())
    throw new RowProblem('email', 'cell.fixed');
  if (read.externalId !== null && read.externalId !== known.externalId)
    throw new RowProblem('externalId', 'cell.fixed');
  const { name, phone, fee, meetingLink } = read;
  const revision: Revision = {
    ...(fold(name) !== fold(known.name) && { name }),
    ...(phone !== null && phone !== known.contactNumber && { phone }),
    ...(fee !== null && fee !== (known.consultationFee ?? 0) && { fee }),
    ...(meetingLink !== null && meetingLink !== known.meetingLink && { meetingLink }),
  };
  const before = {
    ...{ name: known.name, phone: known.contactNumber, meetingLink: known.meetingLink },
    fee: known.consultationFee === null ? null : rupeesOf(known.consultationFee),
  };
  const after = { ...read, fee: fee === null ? null : rupeesOf(fee) };
  const fields = Object.keys(revision) as (keyof Revision)[];
  const other = { row: null, id: known.key, name: known.name };
  if (fields.length === 0) return { finding: 'known', other };
  const changes = fields.map((field): Change => ({ field, before: before[field], after: after[field] }));
  return { finding: 'known', other, changes, command: { kind: 'revise', pocId: known.key, revision } };
}

export interface DoctorKindDeps {
  readonly aggregates: DoctorAggregate;
  readonly commands: Pick<DoctorCommands, 'addDoctor' | 'reviseDoctor' | 'setConsultationFee' | 'setMeetingLink'>;
}

export function doctorKind({ aggregates, commands }: DoctorKindDeps): Kind<ReadDoctor, DoctorRowCommand> {
  async function revise(pocId: string, revision: Revision, by: CommandContext): Promise<Refusal | null> {
    const { name, phone, fee, meetingLink } = revision;
    const { state } = await aggregates.doctors.load(streams.doctor(pocId), 0);
    if (!state) throw new RowProblem(null, 'row.changed');
    const { qualification, location, experienceYears } = state;
    const profile = { qualification, location, experienceYears, name: name ?? state.name };
    const steps = [
      (name ?? phone) !== undefined &&
        (() =>
          commands.reviseDoctor(
            { pocId, ...profile, contactNumber: phone ?? state.contactNumber },
            partOf(by, 'profile'),
          )),
      fee !== undefined && (() => commands.setConsultationFee({ pocId, fee }, partOf(by, 'fee'))),
      meetingLink !== undefined && (() => commands.setMeetingLink({ pocId, link: meetingLink }, partOf(by, 'link'))),
    ];
    for (const step of steps) {
      const done = step ? await step() : null;
      if (done && isRefusal(done)) return done;
    }
    return null;
  }

  return {
    read: readDoctor,
    finder: (world) => new DoctorFinder(world),

    async carryOut(command, by) {
      if (command.kind === 'add') {
        const added = await commands.addDoctor(command.doctor, by);
        return isRefusal(added) ? added : { id: added.pocId, isNew: true };
      }
      const refusal = await revise(command.pocId, command.revision, by);
      return refusal ?? { id: command.pocId, isNew: false };
    },

    takeBack: async ({ isNew }) => (isNew ? 'stays.doctor' : 'stays.corrected'),
  };
}
