/** What partners learn of the log, by webhook and by the feed. */
export const publicEventTypes = [
  'appointment.booked',
  'appointment.moved',
  'appointment.cancelled',
  'appointment.marked',
  'appointment.undone',
  'appointment.arrived',
  'appointment.called',
  'appointment.paid',
  'appointment.refunded',
  'slots.blocked',
  'slots.unblocked',
  'schedule.changed',
  'appointment.reassigned',
] as const;
export type PublicEventType = (typeof publicEventTypes)[number];
