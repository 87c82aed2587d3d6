import { statusWords } from '@dayline/contracts/appointments';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { CommandHandlers, Reply, SignedInContext } from '@dayline/http/handler';
import { replyOf } from '../../command-handler/plain-reply.ts';
import { type AppointmentCommands, refusedAsErased } from '../appointment-commands.ts';

type Calls =
  | 'createAppointment'
  | 'overbook'
  | 'updateAppointmentStatusAsAdmin'
  | 'updateAppointmentStatusAsDoctor'
  | 'correctAppointmentStatus';
type StatusCall = RequestOf<'updateAppointmentStatusAsAdmin'>;
type StatusReply = ResponseOf<'updateAppointmentStatusAsAdmin'>;

const bookingOf = ({ userId, paymentStatus, clientId: _, ...booking }: RequestOf<'createAppointment'>) => ({
  ...booking,
  ...{ patientId: userId, payment: paymentStatus },
});

function bookingReply(
  booked: Awaited<ReturnType<AppointmentCommands['bookAppointment']>>,
): Reply<ResponseOf<'createAppointment'>> | Refusal {
  if (isRefusal(booked)) return booked;
  const { appointmentId, position } = booked;
  return { body: { success: true, message: 'Appointment booked.', position, appointmentId }, position };
}

/** Booking, status changes, cancellation, undo and corrections. */
export function appointmentCalls(commands: AppointmentCommands): Pick<CommandHandlers, Calls> {
  const updateStatus =
    (as: 'admin' | 'doctor') =>
    async ({ undo, ...request }: StatusCall, by: SignedInContext): Promise<Reply<StatusReply> | Refusal> => {
      if (undo === undefined) {
        const changed = await commands.changeAppointmentStatus({ ...request, as }, by);
        return replyOf(changed, ({ status }) => `Appointment marked as ${statusWords[status]}`);
      }
      const undone = await commands.undoAppointmentStatus({ ...request, as, eventId: undo }, by);
      return replyOf(undone, ({ status }) => `Undo successful! Status reverted to ${statusWords[status]}`);
    };

  return {
    createAppointment: async (request, by) =>
      bookingReply(await commands.bookAppointment(bookingOf(request), by).catch(refusedAsErased)),
    overbook: async ({ reason, ...request }, by) =>
      bookingReply(
        await commands.bookAppointment({ ...bookingOf(request), overbooks: { reason } }, by).catch(refusedAsErased),
      ),

    updateAppointmentStatusAsAdmin: updateStatus('admin'),
    updateAppointmentStatusAsDoctor: updateStatus('doctor'),

    correctAppointmentStatus: async (request, by) => {
      const corrected = await commands.correctAppointmentStatus(request, by);
      return replyOf(corrected, ({ status }) => `Status corrected to ${statusWords[status]}`);
    },
  };
}
