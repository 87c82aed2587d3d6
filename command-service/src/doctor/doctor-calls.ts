import { paiseOf } from '@dayline/contracts/fields/money';
import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { DoctorCommands } from './doctor-commands.ts';

type Calls =
  | 'updateLink'
  | 'updateConsultationFees'
  | 'renameUnit'
  | 'correctDoctor'
  | 'setOnRequest'
  | 'setLeft'
  | 'setFeeRules'
  | 'setRoom';

/** Changing a doctor's practice data. */
export function doctorCalls(commands: DoctorCommands): Pick<CommandHandlers, Calls> {
  return {
    updateLink: async (request, by) =>
      plainReply(await commands.setMeetingLink(request, by), 'link updated successfully'),

    updateConsultationFees: async ({ pocId, fees }, by) =>
      plainReply(await commands.setConsultationFee({ pocId, fee: paiseOf(fees) }, by), 'fees updated successfully'),

    renameUnit: async (request, by) => plainReply(await commands.renameUnit(request, by), 'name updated successfully'),

    async correctDoctor({ contactNumber = null, externalId, ...request }, by) {
      const details = { ...request, contactNumber, externalId: externalId === '' ? null : externalId };
      return plainReply(await commands.correctDoctor(details, by), 'details updated successfully');
    },

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
