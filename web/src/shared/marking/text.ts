import { type AppointmentStatus, statusWords } from '@dayline/contracts/appointments';

/** What is said when a status changes (sections 4 and 8); a status is said in the product's words on both sides. */
export const markingText = {
  marked: (status: AppointmentStatus): string => `Appointment marked as ${statusWords[status]}`,
  reverted: (status: AppointmentStatus): string => `Undo successful! Status reverted to ${statusWords[status]}`,
  question: (status: AppointmentStatus): string => `Mark this appointment as ${statusWords[status]}?`,
  updateFailed: 'Error updating appointment status',
  revertFailed: 'Error reverting appointment status',
  changedMeanwhile: 'Somebody else has changed this appointment since.',
  itIsNow: (status: AppointmentStatus): string => `It is now ${statusWords[status]}.`,
  undo: 'Undo',
  markAs: (status: AppointmentStatus): string => `Mark as ${statusWords[status]}`,
  cancel: 'Cancel Appointment',
  cancelQuestion: 'Cancel this appointment?',
  cancelHint: 'The time becomes free for somebody else.',
  keep: 'Keep Appointment',
  history: 'History',
} as const;
