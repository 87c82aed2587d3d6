import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/ids';
import { derivedFrom } from '@dayline/platform/ids/derived';
import type { Vault } from '@dayline/platform/vault/port';
import type { CommandContext } from '../kernel/command-context.ts';
import type { Kernels } from '../kernels.ts';
import type { Changed } from './availability.ts';
import { patientOf } from './given.ts';

export interface PatientDetails {
  readonly name: string;
  /** Country code plus number, digits only. */
  readonly phone: string;
  readonly email: string;
  readonly location: string;
}

export type PatientCommands = ReturnType<typeof patientCommands>;

/** "A patient is one person at one client, found by phone." */
export function patientCommands(kernels: Kernels, { reservations }: Pick<Vault, 'reservations'>) {
  const scopeOf = (clientId: string): string => `phone:${clientId}`;
  const stateOf = async (patientId: string) => (await kernels.patients.load(streams.patient(patientId), 0)).state;

  /** Whose the phone is: somebody known, or a new id that is reserved for it first. */
  async function reserve(phone: string, by: CommandContext): Promise<{ patientId: string; completed: boolean }> {
    const scope = scopeOf(by.clientId);
    const found = await reservations.find(scope, phone);
    if (found?.completed) return { patientId: found.id, completed: true };
    if (found && (await stateOf(found.id))?.phone === phone) {
      // Its maker stopped between the stream's beginning and this: before it lapses, it is made to last.
      await reservations.complete(scope, phone);
      return { patientId: found.id, completed: true };
    }
    const reserved = await reservations.reserve(scope, phone, derivedFrom(by.commandId, 'patient'), by.now);
    return { patientId: reserved.id, completed: reserved.completed };
  }

  return {
    /** Registers a patient, or corrects what has changed of a known one. */
    async savePatient(
      details: PatientDetails,
      by: CommandContext,
    ): Promise<{ patientId: string; position: string | null } | Refusal> {
      const { patientId, completed } = await reserve(details.phone, by);
      const outcome = await kernels.patients.execute({
        stream: streams.patient(patientId),
        command: { kind: 'save', clientId: by.clientId, ...details },
        given: undefined,
        by,
      });
      const scope = scopeOf(by.clientId);
      if (!completed && !isRefusal(outcome)) await reservations.complete(scope, details.phone);
      // The id belongs to somebody with another phone (a key that was used before) or to nobody any more.
      if (!completed && isRefusal(outcome) && outcome.refused !== 'log.conflict') {
        await reservations.release(scope, details.phone);
      }
      return isRefusal(outcome) ? outcome : { patientId, position: outcome.position };
    },

    /** Appends PatientErased; whoever follows the log destroys the key and frees the phone. */
    async erasePatient({ patientId }: { readonly patientId: string }, by: CommandContext): Promise<Changed | Refusal> {
      const patient = await patientOf(kernels, patientId, by.clientId);
      if (isRefusal(patient) && patient.refused !== 'patient.erased') return patient;
      const stream = streams.patient(patientId);
      const outcome = await kernels.patients.execute({ stream, command: { kind: 'erase' }, given: undefined, by });
      return isRefusal(outcome) ? outcome : { position: outcome.position };
    },
  };
}
