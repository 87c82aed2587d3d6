import type { PatientDetails } from '@dayline/contracts/clinic/identity';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { fold, isCalled, isSameName } from '@dayline/contracts/fold';
import type { CommandHandler } from '../command-handler/command-handler.ts';
import { claim, type Holder, type Reserving, reserve, type UniqueValue } from './unique-values.ts';

type PersonValues = Pick<PatientDetails, 'phone' | 'name' | 'uhid'>;
type PatientState =
  | ({ readonly clientId: string; readonly mergedInto?: { readonly into: string } | null } & PersonValues)
  | null;

interface PatientStates {
  readonly patients: Pick<CommandHandler<PatientState, never, never, never>, 'load'>;
}

/** A person's id, and the values reserved for it. */
export interface ReservedPerson extends Holder {
  readonly unique: UniqueValue;
}

/** The values to reserve for a patient's details. */
interface PersonRequest {
  readonly name: string;
  readonly phone: string | null;
  readonly uhid?: string | null;
}

interface NamedPhone {
  readonly phone: string;
  readonly name: string;
}

/** The highest number of people with one name and phone. */
const maxOfOneName = 9;
const ordinals = Array.from({ length: maxOfOneName }, (_, index) => index + 1);

const scopeOf = (clientId: string): string => `person:${clientId}`;
const numberScopeOf = (clientId: string): string => `uhid:${clientId}`;
/** '' means no value. */
const nothing = '';
const reservedFor = ({ phone, name }: NamedPhone, ordinal: number): string => `${phone} ${fold(name)} ${ordinal}`;

/**
 * Reservations of phone and name, which several people of a family may share: each has an ordinal. And of the hospital
 * number, which belongs to one person.
 */
export class PeopleOfPhones {
  readonly #patients: PatientStates['patients'];
  readonly #reservations: Reserving<PatientStates>['vault']['reservations'];

  constructor({ aggregates, vault }: Reserving<PatientStates>) {
    this.#patients = aggregates.patients;
    this.#reservations = vault.reservations;
  }

  /**
   * The person for the details, with the values reserved for them; null if another person took one meanwhile.
   * @param ownId of the person registered with them
   */
  async find(
    clientId: string,
    { name, phone, uhid }: PersonRequest,
    ownId: string,
    somebodyElse: boolean,
  ): Promise<{ readonly patientId: string; readonly reserved: readonly ReservedPerson[] } | Refusal | null> {
    const identity = phone === null ? null : { phone, name };
    const person = identity && (await this.#find(clientId, identity, ownId, somebodyElse));
    if (identity && !person) return refuse('patient.too-many');
    if (person?.state === 'changing') return null;
    // The person comes first: if two desks register one person with one number, it is one registration.
    const id = person?.id ?? ownId;
    const number = uhid ? await this.#numberFor(clientId, uhid, id) : null;
    const reservations = [person, number].filter((holder) => holder !== null);
    if (!number || (await this.#isSamePerson(number.id, id))) return { patientId: id, reserved: reservations };
    await this.release([person]);
    return this.#taken(clientId, number.id);
  }

  /** Reserves the values that a correction changes; returns the reserved ones, or the refusal. */
  async reserveFor(
    patientId: string,
    person: { readonly clientId: string } & PersonValues,
    { name, phone, uhid }: PersonRequest,
  ): Promise<readonly ReservedPerson[] | Refusal> {
    const { clientId } = person;
    const isCalledSame = phone === null || isCalled(person, { phone, name });
    const personOfName = isCalledSame ? null : await this.#nameFor(patientId, clientId, { phone, name });
    if (!(isCalledSame || personOfName)) return refuse('patient.too-many');
    const number = uhid ? await this.#numberFor(clientId, uhid, patientId) : null;
    if (!number || (await this.#isSamePerson(number.id, patientId)))
      return [personOfName, number].filter((holder) => holder !== null);
    await this.release([personOfName]);
    return this.#taken(clientId, number.id);
  }

  /** The person who last reserved a hospital number; null if nobody. */
  async holderOf(clientId: string, uhid: string): Promise<string | null> {
    return (await this.#reservations.find(numberScopeOf(clientId), fold(uhid)))?.id ?? null;
  }

  /** Another person has the hospital number; the refusal names them if known by now. */
  async #taken(clientId: string, holderId: string): Promise<Refusal> {
    const holder = await this.#stateOf(holderId);
    const isOwn = holder?.clientId === clientId;
    return refuse('uhid.taken', isOwn ? { details: { patient: { userId: holderId, name: holder.name } } } : {});
  }

  /**
   * The person who has this phone and name, or the id reserved for a new one.
   * @param ownId reserved if nobody has them, or if `somebodyElse` is set
   * @returns null if there are too many with this name
   */
  async #find(
    clientId: string,
    identity: NamedPhone,
    ownId: string,
    somebodyElse: boolean,
  ): Promise<ReservedPerson | null> {
    const scope = scopeOf(clientId);
    const uniqueAt = (ordinal: number) => this.#unique(clientId, identity, ordinal);
    const claimPerson = async (ordinal: number, id: string): Promise<ReservedPerson> => {
      const unique = uniqueAt(ordinal);
      return { ...(await claim(this.#reservations, unique, id)), unique };
    };
    const first = await this.#reservations.find(scope, reservedFor(identity, 1));
    if (first?.completed && !somebodyElse) {
      return { id: first.id, since: first.since, state: 'kept', unique: uniqueAt(1) };
    }
    const holders = await Promise.all(
      ordinals.map((ordinal) => this.#reservations.find(scope, reservedFor(identity, ordinal))),
    );
    const isOwn = holders.findIndex((holder) => holder?.id === ownId);
    // An erased person leaves a gap.
    const holderIndex = somebodyElse ? -1 : holders.findIndex((holder) => holder?.completed);
    const free = holders.findIndex((holder) => !holder?.completed);
    const index = [isOwn, holderIndex, free].find((place) => place >= 0);
    return index === undefined ? null : claimPerson(index + 1, ownId);
  }

  /** The owner of the hospital number: `id`, for which it is reserved, or another person. */
  async #numberFor(clientId: string, uhid: string, id: string): Promise<ReservedPerson> {
    const unique = this.#uniqueNumber(clientId, uhid);
    const holder = await claim(this.#reservations, unique, id);
    if (holder.state !== 'abandoned') return { ...holder, unique };
    const isTaken = await reserve(this.#reservations, unique, id);
    return isTaken ? { ...holder, id, state: 'mine', unique } : { ...holder, unique };
  }

  /** Completes the reservations of a registered person, or repeats them. */
  async keep(people: readonly ReservedPerson[], patientId: string): Promise<void> {
    const results = await Promise.all(
      people.map(
        ({ state, unique }) => state === 'kept' || this.#reservations.complete(unique.scope, unique.value, patientId),
      ),
    );
    if (results.includes(false)) await this.settle(patientId);
  }

  /** Frees the reservations that are not completed. */
  async release(people: readonly (ReservedPerson | null)[]): Promise<void> {
    for (const holder of people) {
      if (holder?.state === 'mine')
        await this.#reservations.release(holder.unique.scope, holder.unique.value, holder.id);
    }
  }

  /** Reserves a new name for an existing person; null if there are too many with it. */
  async #nameFor(patientId: string, clientId: string, identity: NamedPhone): Promise<ReservedPerson | null> {
    for (const ordinal of ordinals) {
      const unique = this.#unique(clientId, identity, ordinal);
      const holder = await claim(this.#reservations, unique, patientId);
      if (holder.id === patientId) return { ...holder, unique };
    }
    return null;
  }

  /**
   * Keeps the reservations of the person's present name, phone and number, and frees earlier ones: also those that
   * another process's correction, or a crash, has left. Repeated if the person was corrected meanwhile. Values that a
   * correction has only reserved stay.
   */
  async settle(patientId: string): Promise<void> {
    for (let state = await this.#stateOf(patientId); ; ) {
      await this.#keepOnly(patientId, state);
      const now = await this.#stateOf(patientId);
      if (now?.name === state?.name && now?.phone === state?.phone && now?.uhid === state?.uhid) return;
      state = now;
    }
  }

  async #keepOnly(patientId: string, state: PatientState): Promise<void> {
    // A later start of the stream finds the reservation.
    if (!state) return;
    const { clientId, phone, name, uhid } = state;
    if (name === null) return this.#reservations.releaseAllOf(patientId);
    const number = uhid === null ? [] : [this.#uniqueNumber(clientId, uhid)];
    await this.#keepFirst(patientId, numberScopeOf(clientId), number);
    const names = phone === null ? [] : ordinals.map((ordinal) => this.#unique(clientId, { phone, name }, ordinal));
    await this.#keepFirst(patientId, scopeOf(clientId), names);
  }

  /** Keeps the first available value, and frees the others of the scope. */
  async #keepFirst(patientId: string, scope: string, values: readonly UniqueValue[]): Promise<void> {
    for (const unique of values) {
      const { id } = await claim(this.#reservations, unique, patientId);
      if (id !== patientId) continue;
      await this.#reservations.complete(scope, unique.value, patientId);
      return this.#reservations.releaseOthersOf(patientId, scope, unique.value);
    }
    await this.#reservations.releaseOthersOf(patientId, scope, nothing);
  }

  #uniqueNumber(clientId: string, uhid: string): UniqueValue {
    return {
      scope: numberScopeOf(clientId),
      value: fold(uhid),
      holderOf: this.#holding(({ uhid: storedUhid }) => isSameName(storedUhid, uhid)),
    };
  }

  #unique(clientId: string, identity: NamedPhone, ordinal: number): UniqueValue {
    return {
      scope: scopeOf(clientId),
      value: reservedFor(identity, ordinal),
      holderOf: this.#holding((state) => isCalled(state, identity)),
    };
  }

  #holding(holds: (state: PersonValues) => boolean): UniqueValue['holderOf'] {
    return async (patientId) => {
      const state = await this.#stateOf(patientId);
      if (!state) return 'notBegun';
      // A correction may be about to take this value.
      return holds(state) ? 'holds' : 'mayHold';
    };
  }

  /** Whether two records are one, or merged. */
  async #isSamePerson(one: string, other: string): Promise<boolean> {
    if (one === other) return true;
    const [ofOne, ofOther] = [await this.#stateOf(one), await this.#stateOf(other)];
    return (ofOne?.mergedInto?.into ?? one) === (ofOther?.mergedInto?.into ?? other);
  }

  async #stateOf(patientId: string): Promise<PatientState> {
    return (await this.#patients.load(streams.patient(patientId), 0)).state;
  }
}
