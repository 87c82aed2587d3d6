import type { Presence } from '@dayline/contracts/clinic/queue';
import { refuse } from '@dayline/contracts/errors';
import { tokenText } from '@dayline/contracts/hall/tokens';
import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply, replyOf } from '../command-handler/plain-reply.ts';
import type { PresenceChanged, QueueCommands } from './queue-commands.ts';

type Calls = 'arrive' | 'withdrawArrival' | 'callPatient' | 'withdrawCall' | 'walkIn' | 'undoWalkIn' | 'setLateness';

/** Arrivals, calls and walk-ins. */
export const queueCalls = (commands: QueueCommands): Pick<CommandHandlers, Calls> => ({
  arrive: async (request, by) =>
    replyOf(await commands.arrive(request, by), ({ presence }) => `Arrived.${tokenWords(presence)}`),

  withdrawArrival: async ({ appointmentId, undo: eventId }, by) =>
    replyOf(await commands.withdrawArrival({ appointmentId, eventId }, by), 'Arrival undone.'),

  callPatient: async ({ appointmentId, pocId, next, room }, by) => {
    const calledText = ({ presence }: PresenceChanged) => `Called.${tokenWords(presence)}`;
    if (appointmentId !== undefined) {
      return replyOf(await commands.callPatient({ appointmentId, room }, by), calledText);
    }
    if (pocId !== undefined && next !== undefined) {
      return replyOf(await commands.callNext({ pocId, next, room }, by), calledText);
    }
    return refuse('request.invalid', { message: 'Give an appointment, or a doctor and the next token.' });
  },

  withdrawCall: async ({ appointmentId, undo: eventId }, by) =>
    replyOf(await commands.withdrawCall({ appointmentId, eventId }, by), 'Call undone.'),

  walkIn: async (
    { pocId, userId: patientId, paymentStatus: payment, amount, feeReason, method, visit, patientClass },
    by,
  ) => {
    const request = { pocId, patientId, payment, amount, feeReason, method, visit, patientClass };
    return replyOf(await commands.walkIn(request, by), ({ presence }) => `Appointment booked.${tokenWords(presence)}`);
  },

  setLateness: async (request, by) => plainReply(await commands.setLateness(request, by), 'Lateness updated.'),

  undoWalkIn: async ({ appointmentId, undo: eventId }, by) =>
    replyOf(await commands.undoWalkIn({ appointmentId, eventId }, by), 'Walk-in undone.'),
});

const tokenWords = (presence: Presence | null): string => (presence ? ` Token ${tokenText(presence)}` : '');
