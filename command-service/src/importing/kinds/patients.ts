import { isSameAge, noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { fold } from '@dayline/contracts/fold';
import { doctorDayOf, type Position } from '@dayline/contracts/ids';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { ImportProblem } from '@dayline/contracts/words/import';
import { type CommandContext, partOf } from '../../command-handler/command-context.ts';
import { type AppointmentCommands, cancelledWithRefund } from '../../doctor-day/appointment-commands.ts';
import type { DayAggregate } from '../../doctor-day/day-commands.ts';
import type { GivenDetails } from '../../patient/patient.ts';
import type { PatientAggregate, PatientCommands } from '../../patient/patient-commands.ts';
import type { Views } from '../../views/views.ts';
import { RowProblem } from '../rows/cell.ts';
import { type ReadPatient, readPatient } from '../rows/patients.ts';
import { wordsOf } from '../rows/person-name.ts';
import type { FirstOf } from '../touched.ts';
import type { Change, Finder, Found, Kind, Other, World } from './kind.ts';

type Known = { readonly id: string } | { readonly row: number };

export type PatientRowCommand =
  | { readonly kind: 'register'; readonly details: ReadPatient; readonly somebodyElse: boolean }
  /** `before`: what the changed fields said when it was rehearsed; of somebody of the file, nothing is compared. */
  | {
      readonly kind: 'correct';
      readonly of: Known;
      readonly before: Partial<PatientDetails>;
      readonly after: Partial<PatientDetails>;
    };

interface Person {
  readonly of: Known;
  details: PatientDetails;
}

class PatientFinder implements Finder<ReadPatient, PatientRowCommand> {
  readonly #world: World;
  readonly #byId = new Map<string, Person>();
  readonly #byPhone = new Map<string, Person[]>();
  readonly #byNumber = new Map<string, Person | null>();
  readonly #byName = new Map<string, Person[]>();

  constructor(world: World) {
    this.#world = world;
  }

  async prepare(rows: readonly ReadPatient[]): Promise<void> {
    const { lists, clientId, holderOf } = this.#world;
    const phones = new Set(rows.flatMap(({ phone }) => (phone && !this.#byPhone.has(phone) ? [phone] : [])));
    for (const phone of phones) this.#byPhone.set(phone, []);
    for (const row of await lists.onPhones(clientId, [...phones])) this.#know(row.key, row);
    for (const { uhid } of rows) {
      if (!uhid || this.#byNumber.has(fold(uhid))) continue;
      const id = await holderOf(uhid);
      const holder = id === null ? undefined : (await lists.patients([id])).get(id);
      const isHolder = holder?.clientId === clientId && holder.uhid !== null && fold(holder.uhid) === fold(uhid);
      this.#byNumber.set(fold(uhid), isHolder ? this.#know(holder.key, holder) : null);
    }
    for (const { name, phone, uhid } of rows) {
      if (phone || uhid || this.#byName.has(fold(name))) continue;
      const named = await lists.named(clientId, name);
      this.#byName.set(
        fold(name),
        named.map((row) => this.#know(row.key, row)),
      );
    }
  }

  #know(id: string, details: PatientDetails): Person {
    const known = this.#byId.get(id);
    if (known) return known;
    const person = { of: { id }, details };
    this.#byId.set(id, person);
    this.#list(person);
    return person;
  }

  /** So that later rows meet the person. */
  #list(person: Person): void {
    const { phone, uhid, name } = person.details;
    if (phone !== null) put(this.#byPhone, phone, person);
    if (uhid !== null) this.#byNumber.set(fold(uhid), person);
    if (name !== null) put(this.#byName, fold(name), person);
  }

  find(row: number, read: ReadPatient, isSame: boolean | undefined): Found<PatientRowCommand> {
    const holder = read.uhid ? this.#byNumber.get(fold(read.uhid)) : null;
    if (holder) {
      if (wordsOf(holder.details.name ?? '') === wordsOf(read.name)) return this.#known(holder, read);
      if (isSame) return this.#known(holder, read);
      return isSame === undefined
        ? asks(holder, 'ask.other-name')
        : { ...asks(holder, 'row.twice'), finding: 'refused' };
    }
    const family = read.phone ? (this.#byPhone.get(read.phone) ?? []) : [];
    const sameName = family.filter(({ details }) => fold(details.name ?? '') === fold(read.name));
    const known = sameName.find(({ details }) => !(details.uhid && read.uhid));
    if (known) return this.#known(known, read);
    const sameWords = family.find(({ details }) => wordsOf(details.name ?? '') === wordsOf(read.name));
    const perhaps = sameWords && sameName.length === 0 ? sameWords : this.#namesake(read);
    if (perhaps && isSame) return this.#known(perhaps, read);
    if (perhaps && isSame === undefined)
      return asks(perhaps, perhaps === sameWords ? 'ask.same-words' : 'ask.same-name');
    const [first] = family;
    this.#list({ of: { row }, details: { ...noDetails, ...read } });
    return {
      finding: first || perhaps ? 'somebodyElse' : 'new',
      ...(first && { other: otherOf(first) }),
      command: { kind: 'register', details: read, somebodyElse: sameName.length > 0 },
    };
  }

  /** Somebody of the same name, where neither number nor phone tells them apart. */
  #namesake({ name, phone, uhid }: ReadPatient): Person | undefined {
    return phone || uhid ? undefined : this.#byName.get(fold(name))?.at(0);
  }

  #known(person: Person, read: ReadPatient): Found<PatientRowCommand> {
    const { after, before } = changesOf(person.details, read);
    const fields = Object.keys(after) as (keyof PatientDetails)[];
    const other = otherOf(person);
    if (fields.length === 0) return { finding: 'known', other };
    const changes = fields
      // A birth date takes the place of an age.
      .filter((field) => !(field === 'ageText' && after.ageText === null))
      .map((field): Change => ({ field: shownAs(field), before: person.details[field], after: after[field] ?? null }));
    person.details = { ...person.details, ...after };
    this.#list(person);
    return { finding: 'known', other, changes, command: { kind: 'correct', of: person.of, before, after } };
  }
}

const put = (people: Map<string, Person[]>, key: string, person: Person): void => {
  const listed = people.get(key);
  if (!listed) people.set(key, [person]);
  else if (!listed.includes(person)) listed.push(person);
};
const shownAs = (field: keyof PatientDetails): ImportField => (field === 'ageText' ? 'age' : field);
const otherOf = ({ of, details: { name } }: Person): Other => ({
  row: 'row' in of ? of.row : null,
  id: 'id' in of ? of.id : null,
  name,
});
const asks = (person: Person, code: ImportProblem): Found<never> => ({
  finding: 'asks',
  other: otherOf(person),
  problem: { field: 'name', code },
});

/** What a row says otherwise than is known. What it leaves out stays; an age never takes the place of a birth date. */
function changesOf(known: PatientDetails, read: ReadPatient) {
  const said: Partial<PatientDetails> = { ...read, ...(read.bornOn && known.ageText !== null && { ageText: null }) };
  const changed = (Object.keys(said) as (keyof PatientDetails)[]).filter((field) => {
    const [before, after] = [known[field], said[field] ?? null];
    // Another case of letters is the same name, and the same number.
    if (field === 'name' || field === 'uhid') return fold(before ?? '') !== fold(after ?? '');
    if (field !== 'ageText') return before !== after;
    return after === null ? before !== null : known.bornOn === null && !isSameAge(before, after);
  });
  const of = (details: Partial<PatientDetails>): Partial<PatientDetails> =>
    Object.fromEntries(changed.map((field) => [field, details[field] ?? null]));
  return { before: of(known), after: of(said) };
}

export interface PatientKindDeps {
  readonly aggregates: PatientAggregate & DayAggregate;
  readonly commands: Pick<PatientCommands, 'savePatient' | 'startRemoval' | 'keepPatient' | 'removePatient'> &
    Pick<AppointmentCommands, 'changeAppointmentStatus'>;
  readonly firstOf: FirstOf;
  readonly views: Pick<Views, 'appointmentsOf' | 'reach'>;
  readonly head: () => Promise<Position>;
}

const noContact = { phone: null, email: null, location: null };

export function patientKind(deps: PatientKindDeps): Kind<ReadPatient, PatientRowCommand> {
  const { aggregates, commands, firstOf, views, head } = deps;

  /** What was booked later is refused, and cancelled here too, since its own process may have been killed. */
  async function isBookedBefore(patientId: string, since: Position, by: CommandContext): Promise<boolean> {
    let isBooked = false;
    for (const appointmentId of await views.appointmentsOf(patientId, since)) {
      const { pocId, date } = doctorDayOf(appointmentId);
      const { state } = await aggregates.days.load(streams.doctorDay(pocId, date), 0);
      const booked = state.appointments.get(appointmentId)?.booked;
      if (!booked || booked.position < since) isBooked = true;
      else await commands.changeAppointmentStatus({ appointmentId, ...cancelledWithRefund }, partOf(by, appointmentId));
    }
    return isBooked;
  }

  return {
    read: readPatient,
    finder: (world) => new PatientFinder(world),

    async carryOut(command, by, idOfRow) {
      if (command.kind === 'register') {
        const { details, somebodyElse } = command;
        const saved = await commands.savePatient({ ...noContact, ...details }, by, { somebodyElse, isNew: true });
        // Somebody was registered with this phone and name since.
        if (isRefusal(saved) && saved.refused === 'value.taken') throw new RowProblem(null, 'row.changed');
        return isRefusal(saved) ? saved : { id: saved.patientId, isNew: true };
      }
      const { of, before, after } = command;
      const id = 'id' in of ? of.id : idOfRow(of.row);
      const { state } = await aggregates.patients.load(streams.patient(id), 0);
      if (!state || state.isErased) throw new RowProblem(null, 'row.changed');
      const fields = Object.keys(after) as (keyof PatientDetails)[];
      // What it has already become, before a crash, is no change by others.
      const isOther = fields.some((field) => state[field] !== before[field] && state[field] !== after[field]);
      if ('id' in of && isOther) throw new RowProblem(null, 'row.changed');
      const { name, phone, email, location } = state;
      const details = { ...{ name: name ?? '', phone, email, location }, ...after } as GivenDetails;
      const saved = await commands.savePatient(details, by, { userId: id });
      return isRefusal(saved) ? saved : { id, isNew: false };
    },

    /** From here on no booking is theirs: one that stands in the log after it is refused. */
    async beforeBack(made, by) {
      // Nobody is held up while the views are away.
      await views.reach(await head());
      for (const each of made) {
        if (each.isNew) await commands.startRemoval(each.id, partOf(by(each), 'leave'));
      }
    },

    async takeBack({ id, isNew }, by) {
      if (!isNew) return 'stays.corrected';
      const stream = streams.patient(id);
      const { state } = await aggregates.patients.load(stream, 0);
      if (!state || state.isErased) return null;
      const leaving = state.leavings.at(-1);
      if (!leaving) return 'stays.touched';
      const isBooked = await isBookedBefore(id, leaving.from, by);
      const first = await firstOf(stream, by.batchId);
      const isTouched = !first || first.isTouched;
      if (isBooked || isTouched) await commands.keepPatient(id, partOf(by, 'keep'));
      else await commands.removePatient(id, by);
      // As an earlier run, or another one meanwhile, has decided.
      const { state: now } = await aggregates.patients.load(stream);
      if (now?.isErased) return null;
      return isBooked ? 'stays.visits' : 'stays.touched';
    },
  };
}
