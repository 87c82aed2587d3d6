import { isRefusal } from '@dayline/contracts/errors';
import { paiseOf } from '@dayline/contracts/money';
import type { CommandHandlers } from '@dayline/platform/http/handler';
import type { Commands } from '../commands.ts';
import { plainReply, signedIn } from './signed-in.ts';

type Calls = 'addDoctor' | 'updateLink' | 'updateConsultationFees';

/** The calls that add a doctor and change what a doctor says of the own practice. */
export function doctorCalls(commands: Commands): Pick<CommandHandlers, Calls> {
  return {
    addDoctor: (request, call) =>
      signedIn(call, async (by) => {
        const added = await commands.addDoctor(
          {
            departmentId: request.Department_ID,
            name: request.POC_Name,
            contactNumber: request.Contact_Number,
            email: request.Email,
            meetingLink: request.Meet_Link || null,
            consultationFee: feeOf(request.Consultation_Fees),
            externalId: request.External_POC_ID || null,
          },
          by,
        );
        if (isRefusal(added)) return added;
        const { pocId, position } = added;
        return { body: { success: true, message: 'Doctor Added Successfully', position, pocId }, position };
      }),

    updateLink: (request, call) =>
      signedIn(call, async (by) => plainReply(await commands.setMeetingLink(request, by), 'link updated successfully')),

    updateConsultationFees: ({ pocId, fees }, call) =>
      signedIn(call, async (by) =>
        plainReply(await commands.setConsultationFee({ pocId, fee: paiseOf(fees) }, by), 'fees updated successfully'),
      ),
  };
}

/** Paise; "none given at adding a doctor means none set", and 0 is what the wizard sends for blank. */
const feeOf = (rupees: string | number | null | undefined): number | null =>
  paiseOf(typeof rupees === 'number' ? rupees.toFixed(2) : (rupees ?? '')) || null;
