import { isRefusal } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import type { PatientCommands } from './patient-commands.ts';

/** The call that saves a patient's details before a booking. */
export function patientCalls(commands: PatientCommands): Pick<CommandHandlers, 'saveUser'> {
  return {
    saveUser: async ({ name, phone, email, location, userId, somebodyElse }, by) => {
      const saved = await commands.savePatient({ name, phone, email, location }, by, { userId, somebodyElse });
      if (isRefusal(saved)) return saved;
      const { patientId, position } = saved;
      return { body: { success: true, message: 'Patient saved.', position, userId: patientId }, position };
    },
  };
}
