import { isRefusal } from '@dayline/contracts/errors';
import { paiseOf } from '@dayline/contracts/fields/money';
import type { CommandHandlers } from '@dayline/http/handler';
import type { Vault } from '@dayline/vault/port';
import type { DoctorCommands } from '../doctor/doctor-commands.ts';
import { addJob } from '../letters/jobs.ts';

/** Adds a doctor, whose address gets the mail that leads to sign-up. */
export const addDoctorCalls = (
  commands: Pick<DoctorCommands, 'addDoctor'>,
  { vault }: { readonly vault: Pick<Vault, 'outbox'> },
): Pick<CommandHandlers, 'addDoctor'> => ({
  addDoctor: async (request, by) => {
    const added = await commands.addDoctor(
      {
        kind: request.POC_Kind === 'unit' ? 'unit' : undefined,
        departmentId: request.Department_ID,
        name: request.POC_Name,
        contactNumber: request.Contact_Number ?? null,
        email: request.Email ?? null,
        meetingLink: request.Meet_Link || null,
        consultationFee: feeOf(request.Consultation_Fees),
        externalId: request.External_POC_ID || null,
      },
      by,
    );
    if (isRefusal(added)) return added;
    const { pocId, position } = added;
    // The mail that leads to sign-up; a repeated request adds none.
    if (request.Email) {
      await addJob(vault.outbox, by, { kind: 'verification', email: request.Email, clientId: by.clientId });
    }
    const message = request.POC_Kind === 'unit' ? 'Unit Added Successfully' : 'Doctor Added Successfully';
    return { body: { success: true, message, position, pocId }, position };
  },
});

/** In paise; "none given at adding a doctor means none set", and the wizard sends 0 for blank. */
const feeOf = (rupees: string | number | null | undefined): number | null =>
  paiseOf(typeof rupees === 'number' ? rupees.toFixed(2) : (rupees ?? '')) || null;
