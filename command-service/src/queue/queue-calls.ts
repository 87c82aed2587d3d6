import type { Presence } from '@dayline/contracts/clinic/queue';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { tokenText } from '@dayline/contracts/hall/tokens';
import type { CommandHandlers, Reply } from '@dayline/http/handler';
import { doneWords } from '../command-handler/plain-reply.ts';
import type { PresenceChanged, QueueCommands } from './queue-commands.ts';

type Calls = 'arrive' | 'withdrawArrival' | 'callPatient' | 'withdrawCall' | 'walkIn' | 'undoWalkIn';

/** Arrivals, calls and walk-ins. */
export const queueCalls = (commands: QueueCommands): Pick<CommandHandlers, Calls> => ({
  arrive: async (request, by) =>
    presenceReply(await commands.arrive(request, by), ({ presence }) => `Arrived.${tokenWords(presence)}`),

  withdrawArrival: async ({ appointmentId, undo: eventId }, by) =>
    presenceReply(await commands.withdrawArrival({ appointmentId, eventId }, by), () => 'Arrival undone.'),

  callPatient: async ({ appointmentId, pocId, next, room }, by) => {
    const called = ({ presence }: PresenceChanged) => `Called.${tokenWords(presence)}`;
    if (appointmentId !== undefined) {
      return presenceReply(await commands.callPatient({ appointmentId, room }, by), called);
    }
    if (pocId !== undefined && next !== undefined) {
      return presenceReply(await commands.callNext({ pocId, next, room }, by), called);
    }
    return refuse('request.invalid', { message: 'Give an appointment, or a doctor and the next token.' });
  },

  withdrawCall: async ({ appointmentId, undo: eventId }, by) =>
    presenceReply(await commands.withdrawCall({ appointmentId, eventId }, by), () => 'Call undone.'),

  walkIn: async (
    { pocId, userId: patientId, paymentStatus: payment, amount, feeReason, method, visit, patientClass },
    by,
  ) => {
    const walkedIn = await commands.walkIn(
      { pocId, patientId, payment, amount, feeReason, method, visit, patientClass },
      by,
    );
    if (isRefusal(walkedIn)) return walkedIn;
    const message = `Appointment booked.${tokenWords(walkedIn.presence)}`;
    return { body: { success: true, message, ...walkedIn }, position: walkedIn.position };
  },

  undoWalkIn: async ({ appointmentId, undo: eventId }, by) =>
    presenceReply(await commands.undoWalkIn({ appointmentId, eventId }, by), () => 'Walk-in undone.'),
});

const tokenWords = (presence: Presence | null): string => (presence ? ` Token ${tokenText(presence)}` : '');

function presenceReply(
  changed: PresenceChanged | Refusal,
  messageOf: (changed: PresenceChanged) => string,
): Reply<ResponseOf<'arrive'>> | Refusal {
  if (isRefusal(changed)) return changed;
  const message = doneWords(changed.position, messageOf(changed));
  return { body: { success: true, message, ...changed }, position: changed.position };
}
