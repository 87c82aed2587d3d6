import { isRefusal } from '@dayline/contracts/errors';
import { isNoPhone } from '@dayline/contracts/fields/phone';
import { slotOf } from '@dayline/contracts/ids';
import type { CommandHandlers } from '@dayline/http/handler';
import { doneWords } from '../command-handler/plain-reply.ts';
import { type AppointmentCommands, refusedAsErased } from '../doctor-day/appointment-commands.ts';
import type { MoveCommands } from '../moving/move-commands.ts';
import type { PatientCommands } from '../patient/patient-commands.ts';
import type { holdCommands } from './hold-commands.ts';

type PartnerCalls =
  | 'savePartnerPatient'
  | 'createHold'
  | 'releaseHold'
  | 'bookPartnerAppointment'
  | 'movePartnerAppointment'
  | 'cancelPartnerAppointment';
type DeskCommands = Pick<AppointmentCommands, 'bookAppointment' | 'changeAppointmentStatus'> &
  Pick<MoveCommands, 'moveAppointment'> &
  ReturnType<typeof holdCommands> &
  Pick<PatientCommands, 'savePatient'>;

/** The calls of partners' systems by the commands of the desk: no rule is repeated here. */
export const partnerCalls = (commands: DeskCommands): Pick<CommandHandlers, PartnerCalls> => ({
  async savePartnerPatient({ patientId: userId, phone, ...details }, by) {
    const patient = { ...details, phone: isNoPhone(phone) ? null : phone };
    const saved = await commands.savePatient(patient, by, { userId });
    if (isRefusal(saved)) return saved;
    const { patientId, position } = saved;
    return {
      body: { success: true, message: doneWords(position, 'Patient saved.'), position, patientId },
      position,
    };
  },

  async createHold({ slotId, ...request }, by) {
    const hold = await commands.createHold({ ...request, ...slotOf(slotId) }, by);
    if (isRefusal(hold)) return hold;
    return { body: { success: true, message: 'Place held.', ...hold }, position: hold.position };
  },

  async releaseHold({ appointmentId }, by) {
    const released = await commands.releaseHold({ appointmentId }, by);
    if (isRefusal(released)) return released;
    const { position } = released;
    return {
      body: { success: true, message: doneWords(position, 'Hold released.'), position, appointmentId },
      position,
    };
  },

  async bookPartnerAppointment({ slotId, holdId, ...booking }, by) {
    const request = { ...booking, ...slotOf(slotId), holdId, payment: 'Pay_later' } as const;
    const booked = await commands.bookAppointment(request, by).catch(refusedAsErased);
    if (isRefusal(booked)) return booked;
    if (holdId !== undefined) await commands.endHold(holdId);
    const { position } = booked;
    return { body: { success: true, message: 'Appointment booked.', ...booked }, position };
  },

  async movePartnerAppointment({ appointmentId, slotId, reason }, by) {
    const request = { appointmentId, ...slotOf(slotId), reason: reason || null, fee: {} };
    const moved = await commands.moveAppointment(request, by);
    if (isRefusal(moved)) return moved;
    const { position } = moved;
    return { body: { success: true, message: doneWords(position, 'Appointment moved.'), ...moved }, position };
  },

  async cancelPartnerAppointment({ appointmentId }, by) {
    const request = { appointmentId, status: 'Cancelled', as: 'admin' } as const;
    const cancelled = await commands.changeAppointmentStatus(request, by);
    if (isRefusal(cancelled)) return cancelled;
    const { position } = cancelled;
    const message = doneWords(position, 'Appointment cancelled.');
    return { body: { success: true, message, position, appointmentId }, position };
  },
});
