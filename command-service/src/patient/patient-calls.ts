import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import type { PatientCommands } from './patient-commands.ts';

const contradiction = { field: 'somebodyElse', message: 'Either a known person or somebody else.' };

/** The call that saves a patient's details before a booking. */
export function patientCalls(commands: PatientCommands): Pick<CommandHandlers, 'saveUser'> {
  return {
    saveUser: async ({ name, phone, email, location, userId, somebodyElse }, by) => {
      if (userId !== undefined && somebodyElse)
        return refuse('request.invalid', { details: { fields: [contradiction] } });
      const saved = await commands.savePatient({ name, phone, email, location }, by, { userId, somebodyElse });
      if (isRefusal(saved)) return saved;
      const { patientId, position } = saved;
      return { body: { success: true, message: 'Patient saved.', position, userId: patientId }, position };
    },
  };
}
