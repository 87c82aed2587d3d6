import { ageTextOf } from '@dayline/contracts/clinic/identity';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { isNoPhone } from '@dayline/contracts/fields/phone';
import type { CommandHandlers } from '@dayline/http/handler';
import { doneWords, plainReply } from '../command-handler/plain-reply.ts';
import type { GivenDetails } from './patient.ts';
import type { PatientCommands } from './patient-commands.ts';

const invalid = (field: string, message: string): Refusal =>
  refuse('request.invalid', { details: { fields: [{ field, message }] } });

/** The call that saves a patient's details before a booking, or without one. */
export function patientCalls(commands: PatientCommands): Pick<CommandHandlers, 'saveUser' | 'dismissDuplicate'> {
  return {
    saveUser: async ({ clientId: _, userId, somebodyElse, differentFrom, ...request }, by) => {
      if (userId !== undefined && somebodyElse)
        return invalid('somebodyElse', 'Choose either an existing patient or someone else.');
      const today = await commands.clinicToday(by);
      if (request.bornOn && request.bornOn > today) return invalid('bornOn', 'The birth date is in the future.');
      const result = await commands.savePatient(detailsOf(request, today), by, { userId, somebodyElse, differentFrom });
      if (isRefusal(result)) return result;
      const { patientId, position } = result;
      return {
        body: { success: true, message: doneWords(position, 'Patient saved.'), position, userId: patientId },
        position,
      };
    },
    dismissDuplicate: async ({ userId, otherId, undo = false }, by) => {
      const words = undo ? 'The records are possible duplicates again.' : 'The records are of different people.';
      return plainReply(await commands.dismissDuplicate({ userId, otherId, isUndo: undo }, by), words);
    },
  };
}

type Details = Omit<RequestOf<'saveUser'>, 'clientId' | 'userId' | 'somebodyElse' | 'differentFrom'>;

/** A birth date replaces an age, and an age replaces a birth date. */
function detailsOf({ phone, age, bornOn, ...details }: Details, today: string): GivenDetails {
  const fields = {
    ...details,
    phone: phone === null || isNoPhone(phone) ? null : phone,
    bornOn: bornOn ?? (age ? null : bornOn),
    ageText: bornOn ? null : age && ageTextOf(age, today),
  };
  // Absent fields are unchanged.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as GivenDetails;
}
