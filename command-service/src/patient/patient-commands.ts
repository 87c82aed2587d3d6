import { clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { PastVisit } from '@dayline/contracts/events/imports';
import type { Position } from '@dayline/contracts/ids';
import { recordsOf } from '@dayline/contracts/patients/person';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { ClientAggregate } from '../client/client-commands.ts';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { PeopleOfPhones } from '../unique-values/people-of-phones.ts';
import type { Reserving } from '../unique-values/unique-values.ts';
import {
  type GivenDetails,
  type PatientCommand,
  type PatientState,
  type patient,
  refusalIfGone,
  refusalIfRemoved,
} from './patient.ts';

export interface PatientAggregate {
  readonly patients: HandlerOf<typeof patient>;
}

export type PatientCommands = ReturnType<typeof patientCommands>;

/** The record that stands for the person of a record: itself, unless it is merged into another. */
export async function personIdOf(
  { patients }: PatientAggregate,
  patientId: string,
  maxAgeMs?: number,
): Promise<string> {
  const { state } = await patients.load(streams.patient(patientId), maxAgeMs);
  return state?.mergedInto?.into ?? patientId;
}

/** All records of a record's person. */
export async function recordIdsOf(aggregates: PatientAggregate, patientId: string): Promise<readonly string[]> {
  const personId = await personIdOf(aggregates, patientId);
  const { state } = await aggregates.patients.load(streams.patient(personId));
  return recordsOf(personId, state ?? undefined);
}

/** The person of a record, if owned by the client, and neither erased nor being removed. */
export async function patientOf(
  aggregates: PatientAggregate,
  patientId: string,
  clientId: string,
): Promise<PatientState | Refusal> {
  const { state } = await aggregates.patients.load(streams.patient(await personIdOf(aggregates, patientId)));
  if (!state) return refuse('patient.unknown');
  if (state.clientId !== clientId) return refuse('access.foreign');
  return refusalIfRemoved(state) ?? state;
}

/**
 * A patient's removal may start between the read of the patient and the append of a booking. So the patient is read
 * again once the booking is in the log: a removal that started before it refuses it. A removal that starts later finds
 * the booking. Null: the booking is kept.
 */
export async function refusedAsGone(
  { patients }: PatientAggregate,
  patientId: string,
  bookedAt: Position,
): Promise<Refusal | null> {
  const { state } = await patients.loadUpTo(streams.patient(patientId), bookedAt);
  return state && refusalIfGone(state, bookedAt);
}

/**
 * The patient whose details are saved: an existing one, a different person with the same phone, or, without either, the
 * one with phone and name.
 */
export interface PatientTarget {
  readonly userId?: string | undefined;
  readonly somebodyElse?: boolean | undefined;
  /** Refused as `value.taken` if somebody has the phone and name already. */
  readonly isNew?: boolean | undefined;
  /** Similar patients that the desk was shown and who are different people. */
  readonly differentFrom?: readonly string[] | undefined;
}

export interface Saved {
  readonly patientId: string;
  readonly position: string | null;
}

/** An attempt fails only if somebody was registered or corrected at the same time. */
const maxTries = 5;

async function change(
  { aggregates }: { readonly aggregates: PatientAggregate },
  recordId: string,
  command: PatientCommand,
  by: CommandContext,
): Promise<Changed | Refusal> {
  const existingPatient = await patientOf(aggregates, recordId, by.clientId);
  if (
    isRefusal(existingPatient) &&
    existingPatient.refused !== 'patient.erased' &&
    existingPatient.refused !== 'patient.leaving'
  )
    return existingPatient;
  const isOfPerson = command.kind === 'noteVisit';
  const stream = streams.patient(isOfPerson ? await personIdOf(aggregates, recordId, 0) : recordId);
  const outcome = await aggregates.patients.execute({ stream, command, context: undefined, by });
  return isRefusal(outcome) ? outcome : { position: outcome.position };
}

/** Commands about one known patient. */
function commandsOfKnown(deps: { readonly aggregates: PatientAggregate }) {
  const { aggregates } = deps;

  /** Two records are of different people, or may be of one after all: somebody has decided. */
  async function dismissDuplicate(
    {
      userId,
      otherId,
      isUndo = false,
    }: { readonly userId: string; readonly otherId: string; readonly isUndo?: boolean },
    by: CommandContext,
  ): Promise<Changed | Refusal> {
    const [first = '', second = ''] = [
      await personIdOf(aggregates, userId, 0),
      await personIdOf(aggregates, otherId, 0),
    ].sort();
    if (first === second) return refuse('patient.same-record');
    for (const id of [first, second]) {
      const existingPatient = await patientOf(aggregates, id, by.clientId);
      if (isRefusal(existingPatient)) return existingPatient;
    }
    return change(deps, first, { kind: 'dismissDuplicate', otherId: second, isUndo }, by);
  }

  return {
    dismissDuplicate,

    /** Records an imported past visit. */
    notePastVisit(patientId: string, visit: Omit<PastVisit, 'visitId'>, by: CommandContext) {
      const visitId = derivedFrom(by.commandId, 'visit');
      return change(deps, patientId, { kind: 'noteVisit', visit: { visitId, ...visit } }, by);
    },
    withdrawPastVisit: (patientId: string, visitId: string, by: CommandContext) =>
      change(deps, patientId, { kind: 'withdrawVisit', visitId }, by),

    /** Refuses new bookings and changes of this patient until `keepPatient` or `removePatient`. */
    startRemoval: (patientId: string, by: CommandContext) => change(deps, patientId, { kind: 'leave' }, by),
    keepPatient: (patientId: string, by: CommandContext) => change(deps, patientId, { kind: 'keep' }, by),
    /** Erases a patient whose removal has started and was not ended. */
    removePatient: (patientId: string, by: CommandContext) => change(deps, patientId, { kind: 'remove' }, by),
  };
}

/** A client's patients. A phone belongs to a family; each of its members is found by phone and name. */
export function patientCommands(deps: Reserving<PatientAggregate & ClientAggregate>) {
  const { aggregates } = deps;
  const people = new PeopleOfPhones(deps);
  const commandsForPatient = commandsOfKnown(deps);

  async function correct(recordId: string, details: GivenDetails, by: CommandContext): Promise<Saved | Refusal> {
    const patientId = await personIdOf(aggregates, recordId, 0);
    const existingPatient = await patientOf(aggregates, patientId, by.clientId);
    if (isRefusal(existingPatient)) return existingPatient;
    const reservations = await people.reserveFor(patientId, existingPatient, details);
    if (isRefusal(reservations)) return reservations;
    const outcome = await aggregates.patients.execute({
      stream: streams.patient(patientId),
      command: { kind: 'correct', details },
      context: undefined,
      by,
    });
    const isChanged = !isRefusal(outcome) && outcome.position !== null;
    // The patient's present name stays reserved, and nothing else. The known state may be a second old: another process
    // may have renamed the patient, and this one back.
    if (isChanged || reservations.length > 0) await people.settle(patientId);
    await people.release(reservations);
    return isRefusal(outcome) ? outcome : { patientId, position: outcome.position };
  }

  /** A person found by the phone and name of a merged record keeps the chosen ones. */
  async function saveMerged(personId: string, details: GivenDetails, by: CommandContext): Promise<Saved | Refusal> {
    const person = await patientOf(aggregates, personId, by.clientId);
    if (isRefusal(person)) return person;
    return correct(personId, { ...details, name: person.name ?? details.name, phone: person.phone }, by);
  }

  async function save(
    details: GivenDetails,
    by: CommandContext,
    { userId, somebodyElse = false, isNew = false }: PatientTarget,
  ): Promise<Saved | Refusal> {
    if (userId !== undefined) return correct(userId, details, by);
    const ownId = derivedFrom(by.commandId, 'patient');
    for (let tries = 0; tries < maxTries; tries += 1) {
      const match = await people.find(by.clientId, details, ownId, somebodyElse);
      if (!match) continue;
      if (isRefusal(match)) return match;
      const { patientId, reserved } = match;
      const personId = await personIdOf(aggregates, patientId, 0);
      if (personId !== patientId) return isNew ? refuse('value.taken') : saveMerged(personId, details, by);
      if (isNew && patientId !== ownId) {
        await people.release(reserved);
        return refuse('value.taken');
      }
      const outcome = await aggregates.patients.execute({
        stream: streams.patient(patientId),
        command: { kind: 'save', clientId: by.clientId, details },
        context: undefined,
        by,
      });
      if (!isRefusal(outcome)) {
        await people.keep(reserved, patientId);
        // The former number of an existing patient is freed.
        if (details.uhid !== undefined && outcome.position !== null) await people.settle(patientId);
        return { patientId, position: outcome.position };
      }
      // The patient has another name by now; or, if the key was used for another patient, nobody has this one.
      await people.settle(patientId);
      await people.release(reserved);
      if (outcome.refused !== 'value.taken') return outcome;
    }
    return refuse('log.conflict');
  }

  return {
    ...commandsForPatient,

    /** The clinic's date. */
    async clinicToday({ clientId, now }: CommandContext): Promise<string> {
      const { state } = await aggregates.clients.load(streams.client(clientId));
      return clinicDate(now, state?.zone ?? defaultZone);
    },

    /**
     * Registers a patient, or corrects changed details of an existing one. If phone and name are reserved but the
     * stream doesn't exist, continues with the reserved id: of concurrent callers, one starts the stream.
     */
    async savePatient(details: GivenDetails, by: CommandContext, target: PatientTarget = {}): Promise<Saved | Refusal> {
      const result = await save(details, by, target);
      if (isRefusal(result)) return result;
      let { position } = result;
      for (const otherId of target.differentFrom ?? []) {
        const choice = { userId: result.patientId, otherId };
        const outcome = await commandsForPatient.dismissDuplicate(choice, partOf(by, `different ${otherId}`));
        // A refusal is of no consequence: there is nobody to be mistaken for.
        if (!isRefusal(outcome)) position = outcome.position ?? position;
      }
      return { ...result, position };
    },

    /** The patient who has a hospital number, by the reservations; null if nobody. */
    holderOf: (clientId: string, uhid: string): Promise<string | null> => people.holderOf(clientId, uhid),
  };
}
