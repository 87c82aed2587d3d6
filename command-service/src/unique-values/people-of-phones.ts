import { streams } from '@dayline/contracts/events/categories';
import { fold, isCalled } from '@dayline/contracts/fold';
import type { CommandHandler } from '../command-handler/command-handler.ts';
import { type Claim, claim, type Reserving, type UniqueValue } from './unique-values.ts';

type PatientState = { readonly clientId: string; readonly phone: string | null; readonly name: string | null } | null;

interface PatientStates {
  readonly patients: Pick<CommandHandler<PatientState, never, never, never>, 'load'>;
}

/** A person's id, and what is reserved for it. */
export interface HeldPerson extends Claim {
  readonly unique: UniqueValue;
}

interface Called {
  readonly phone: string;
  readonly name: string;
}

/** How many people of one name a phone may have. */
const mostOfOneName = 9;
const ordinals = Array.from({ length: mostOfOneName }, (_, index) => index + 1);

const scopeOf = (clientId: string): string => `person:${clientId}`;
const reservedFor = ({ phone, name }: Called, ordinal: number): string => `${phone} ${fold(name)} ${ordinal}`;

/** Who is reserved for a phone and a name, which several people of a family may share: each has an ordinal. */
export class PeopleOfPhones {
  readonly #patients: PatientStates['patients'];
  readonly #reservations: Reserving<PatientStates>['vault']['reservations'];

  constructor({ aggregates, vault }: Reserving<PatientStates>) {
    this.#patients = aggregates.patients;
    this.#reservations = vault.reservations;
  }

  /**
   * Who has this phone and name, or else the id that is reserved for who will.
   * @param ownId reserved if nobody has them, or if `somebodyElse` is meant
   * @returns null if there are too many of this name
   */
  async find(clientId: string, called: Called, ownId: string, somebodyElse: boolean): Promise<HeldPerson | null> {
    const scope = scopeOf(clientId);
    const uniqueAt = (ordinal: number) => this.#unique(clientId, called, ordinal);
    const claimed = async (ordinal: number, id: string): Promise<HeldPerson> => {
      const unique = uniqueAt(ordinal);
      return { ...(await claim(this.#reservations, unique, id)), unique };
    };
    const first = await this.#reservations.find(scope, reservedFor(called, 1));
    if (first?.completed && !somebodyElse) {
      return { id: first.id, since: first.since, state: 'kept', unique: uniqueAt(1) };
    }
    const earlier = first ? null : await this.#ofEarlierBuild(clientId, called);
    if (earlier !== null) {
      const held = await claimed(1, earlier);
      if (!somebodyElse) return held;
    }
    const holders = await Promise.all(
      ordinals.map((each) => this.#reservations.find(scope, reservedFor(called, each))),
    );
    const isOwn = holders.findIndex((holder) => holder?.id === ownId);
    // An erased person leaves a gap.
    const known = somebodyElse ? -1 : holders.findIndex((holder) => holder?.completed);
    const free = holders.findIndex((holder) => !holder?.completed);
    const index = [isOwn, known, free].find((each) => each >= 0);
    return index === undefined ? null : claimed(index + 1, ownId);
  }

  /** Earlier builds reserved the phone alone. */
  async #ofEarlierBuild(clientId: string, called: Called): Promise<string | null> {
    const held = await this.#reservations.find(`phone:${clientId}`, called.phone);
    if (!held) return null;
    const state = await this.#stateOf(held.id);
    return state && isCalled(state, called) ? held.id : null;
  }

  /** Reserves a new name for a known person; false if there are too many of it. */
  async reserveFor(patientId: string, clientId: string, called: Called): Promise<boolean> {
    for (const ordinal of ordinals) {
      const { id } = await claim(this.#reservations, this.#unique(clientId, called, ordinal), patientId);
      if (id === patientId) return true;
    }
    return false;
  }

  /**
   * Keeps what the person is called now, and frees everything else: also what another process's correction, or a crash,
   * has left. Again if the person was corrected meanwhile.
   */
  async settle(patientId: string): Promise<void> {
    for (let state = await this.#stateOf(patientId); ; ) {
      await this.#keepOnly(patientId, state);
      const now = await this.#stateOf(patientId);
      if (now?.name === state?.name && now?.phone === state?.phone) return;
      state = now;
    }
  }

  async #keepOnly(patientId: string, state: PatientState): Promise<void> {
    // Whoever starts the stream later finds the reservation.
    if (!state) return;
    const { clientId, phone, name } = state;
    if (phone === null || name === null) return this.#reservations.releaseAllOf(patientId);
    const called = { phone, name };
    const scope = scopeOf(clientId);
    for (const ordinal of ordinals) {
      const { id } = await claim(this.#reservations, this.#unique(clientId, called, ordinal), patientId);
      if (id !== patientId) continue;
      const value = reservedFor(called, ordinal);
      await this.#reservations.complete(scope, value, patientId);
      return this.#reservations.releaseOthersOf(patientId, scope, value);
    }
  }

  #unique(clientId: string, called: Called, ordinal: number): UniqueValue {
    return {
      scope: scopeOf(clientId),
      value: reservedFor(called, ordinal),
      holderOf: async (patientId) => {
        const state = await this.#stateOf(patientId);
        if (!state) return 'notBegun';
        return isCalled(state, called) ? 'holds' : 'holdsAnother';
      },
    };
  }

  async #stateOf(patientId: string): Promise<PatientState> {
    return (await this.#patients.load(streams.patient(patientId), 0)).state;
  }
}
