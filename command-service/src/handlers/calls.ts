import { statusWords } from '@dayline/contracts/appointments';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { Blobs } from '@dayline/platform/blobs/port';
import type { CallContext, CommandHandlers, Reply } from '@dayline/platform/http/handler';
import type { Commands } from '../commands.ts';
import type { StatusChanged } from './appointments.ts';
import { availabilityCalls } from './availability-calls.ts';
import { doctorCalls } from './doctor-calls.ts';
import { type OnboardingDeps, onboardingHandlers } from './onboarding.ts';
import { photoHandlers } from './photos.ts';
import { type SignInDeps, signInHandlers } from './sign-in.ts';
import { signedIn } from './signed-in.ts';

type StatusCall = RequestOf<'updateAppointmentStatusAsAdmin'>;
type StatusReply = ResponseOf<'updateAppointmentStatusAsAdmin'>;

/** The calls of the endpoint table, put to the commands, and what they answer. */
export function commandHandlers(
  commands: Commands,
  signIn: SignInDeps & Omit<OnboardingDeps, 'doctors'> & { readonly blobs: Blobs },
): CommandHandlers {
  const updateStatus =
    (as: 'admin' | 'doctor') =>
    ({ undo, ...request }: StatusCall, call: CallContext): Promise<Reply<StatusReply> | Refusal> =>
      signedIn(call, async (by) => {
        if (undo === undefined) {
          const changed = await commands.changeAppointmentStatus({ ...request, as }, by);
          return statusReply(changed, ({ status }) => `Appointment marked as ${statusWords[status]}`);
        }
        const undone = await commands.undoAppointmentStatus({ ...request, as, eventId: undo }, by);
        return statusReply(undone, ({ status }) => `Undo successful! Status reverted to ${statusWords[status]}`);
      });

  return {
    ...signInHandlers(signIn),
    ...onboardingHandlers({ ...signIn, doctors: commands }),
    ...availabilityCalls(commands),
    ...doctorCalls(commands),
    ...photoHandlers(commands, signIn.blobs),

    saveUser: ({ name, phone, email, location }, call) =>
      signedIn(call, async (by) => {
        const saved = await commands.savePatient({ name, phone, email, location }, by);
        if (isRefusal(saved)) return saved;
        const { patientId, position } = saved;
        return { body: { success: true, message: 'Patient saved.', position, userId: patientId }, position };
      }),

    createAppointment: ({ userId, pocId, date, time, type, paymentStatus }, call) =>
      signedIn(call, async (by) => {
        const request = { patientId: userId, pocId, date, time, type, payment: paymentStatus };
        const booked = await commands.bookAppointment(request, by);
        if (isRefusal(booked)) return booked;
        const { appointmentId, position } = booked;
        return { body: { success: true, message: 'Appointment booked.', position, appointmentId }, position };
      }),

    updateAppointmentStatusAsAdmin: updateStatus('admin'),
    updateAppointmentStatusAsDoctor: updateStatus('doctor'),

    correctAppointmentStatus: (request, call) =>
      signedIn(call, async (by) => {
        const corrected = await commands.correctAppointmentStatus(request, by);
        return statusReply(corrected, ({ status }) => `Status corrected to ${statusWords[status]}`);
      }),
  };
}

function statusReply(
  changed: StatusChanged | Refusal,
  messageOf: (changed: StatusChanged) => string,
): Reply<StatusReply> | Refusal {
  if (isRefusal(changed)) return changed;
  return { body: { success: true, message: messageOf(changed), ...changed }, position: changed.position };
}
