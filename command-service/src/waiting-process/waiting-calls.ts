import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply, replyOf } from '../command-handler/plain-reply.ts';
import type { waitingCommands } from './waiting-commands.ts';

type WaitingCalls = 'joinWaitingList' | 'leaveWaitingList' | 'offerPlace' | 'answerOffer';

export const waitingCalls = (commands: ReturnType<typeof waitingCommands>): Pick<CommandHandlers, WaitingCalls> => ({
  async joinWaitingList({ userId, pocId = null, departmentId, times = null, note, from, to }, by) {
    const target = { pocId, departmentId: pocId === null ? departmentId : null };
    const asked = { patientId: userId, ...target, times, note: note || null, from, to };
    return replyOf(await commands.joinWaitingList(asked, by), 'Added to the waiting list.');
  },
  leaveWaitingList: async (request, by) =>
    plainReply(await commands.leaveWaitingList(request, by), 'Removed from the waiting list.'),
  offerPlace: async (request, by) => replyOf(await commands.offerPlace(request, by), 'Place offered.'),
  answerOffer: async (request, by) =>
    plainReply(
      await commands.answerOffer(request, by),
      request.answer === 'accept' ? 'Place booked.' : 'Offer declined.',
    ),
});
