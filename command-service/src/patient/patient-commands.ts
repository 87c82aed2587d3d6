import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { claim, type Reserving, type UniqueValue } from '../unique-values/unique-values.ts';
import type { PatientState, patient } from './patient.ts';

export interface PatientDetails {
  readonly name: string;
  /** Country code plus number, digits only. */
  readonly phone: string;
  readonly email: string;
  readonly location: string;
}

export interface PatientAggregate {
  readonly patients: HandlerOf<typeof patient>;
}

export type PatientCommands = ReturnType<typeof patientCommands>;

/** The patient, if owned by the client and not erased. */
export async function patientOf(
  { patients }: PatientAggregate,
  patientId: string,
  clientId: string,
): Promise<PatientState | Refusal> {
  const { state } = await patients.load(streams.patient(patientId));
  if (!state) return refuse('patient.unknown');
  if (state.clientId !== clientId) return refuse('access.foreign');
  return state.isErased ? refuse('patient.erased') : state;
}

/** "A patient is one person at one client, found by phone." */
export function patientCommands({ aggregates, vault: { reservations } }: Reserving<PatientAggregate>) {
  const phoneAt = (clientId: string, phone: string): UniqueValue => ({
    scope: `phone:${clientId}`,
    value: phone,
    async holderOf(patientId) {
      const { state } = await aggregates.patients.load(streams.patient(patientId), 0);
      if (!state) return 'notBegun';
      return state.phone === phone ? 'holds' : 'holdsAnother';
    },
  });

  return {
    /**
     * Registers a patient, or corrects changed details of a known one. If the phone is reserved but its stream doesn't
     * exist, continues with the reserved id: of concurrent callers, one starts the stream.
     */
    async savePatient(
      details: PatientDetails,
      by: CommandContext,
    ): Promise<{ patientId: string; position: string | null } | Refusal> {
      const phone = phoneAt(by.clientId, details.phone);
      const held = await claim(reservations, phone, derivedFrom(by.commandId, 'patient'));
      const patientId = held.id;
      const outcome = await aggregates.patients.execute({
        stream: streams.patient(patientId),
        command: { kind: 'save', clientId: by.clientId, ...details },
        context: undefined,
        by,
      });
      if (isRefusal(outcome)) {
        // With a key used for another patient, this phone belongs to nobody.
        if (held.state === 'mine' && (await phone.holderOf(patientId)) === 'holdsAnother') {
          await reservations.release(phone.scope, phone.value, patientId);
        }
        return outcome;
      }
      if (held.state !== 'kept') await reservations.complete(phone.scope, phone.value, patientId);
      return { patientId, position: outcome.position };
    },

    /** Appends PatientErased; followers of the log destroy the key and free the phone. */
    async erasePatient({ patientId }: { readonly patientId: string }, by: CommandContext): Promise<Changed | Refusal> {
      const patient = await patientOf(aggregates, patientId, by.clientId);
      if (isRefusal(patient) && patient.refused !== 'patient.erased') return patient;
      const stream = streams.patient(patientId);
      const outcome = await aggregates.patients.execute({ stream, command: { kind: 'erase' }, context: undefined, by });
      return isRefusal(outcome) ? outcome : { position: outcome.position };
    },
  };
}
