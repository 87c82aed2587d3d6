import { isRefusal } from '@dayline/contracts/errors';
import { paiseOf } from '@dayline/contracts/fields/money';
import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { DoctorCommands } from './doctor-commands.ts';

type Calls =
  | 'addDoctor'
  | 'updateLink'
  | 'updateConsultationFees'
  | 'renameUnit'
  | 'correctDoctor'
  | 'setOnRequest'
  | 'setLeft'
  | 'setFeeRules'
  | 'setRoom';

/** Adding a doctor, and changing a doctor's practice data. */
export function doctorCalls(commands: DoctorCommands): Pick<CommandHandlers, Calls> {
  return {
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
      const message = request.POC_Kind === 'unit' ? 'Unit Added Successfully' : 'Doctor Added Successfully';
      return { body: { success: true, message, position, pocId }, position };
    },

    updateLink: async (request, by) =>
      plainReply(await commands.setMeetingLink(request, by), 'link updated successfully'),

    updateConsultationFees: async ({ pocId, fees }, by) =>
      plainReply(await commands.setConsultationFee({ pocId, fee: paiseOf(fees) }, by), 'fees updated successfully'),

    renameUnit: async (request, by) => plainReply(await commands.renameUnit(request, by), 'name updated successfully'),

    correctDoctor: async ({ contactNumber = null, ...request }, by) =>
      plainReply(await commands.correctDoctor({ ...request, contactNumber }, by), 'details updated successfully'),

    setOnRequest: async ({ pocId, sentence }, by) =>
      plainReply(
        await commands.setOnRequest({ pocId, sentence: sentence || null }, by),
        'on request updated successfully',
      ),

    setLeft: async (request, by) => plainReply(await commands.setLeft(request, by), 'date updated successfully'),

    setFeeRules: async (request, by) =>
      plainReply(await commands.setFeeRules(request, by), 'fees updated successfully'),

    setRoom: async ({ pocId, room }, by) =>
      plainReply(await commands.setRoom({ pocId, room: room || null }, by), 'room updated successfully'),
  };
}

/** In paise; "none given at adding a doctor means none set", and the wizard sends 0 for blank. */
const feeOf = (rupees: string | number | null | undefined): number | null =>
  paiseOf(typeof rupees === 'number' ? rupees.toFixed(2) : (rupees ?? '')) || null;
