import type { ErrorCode } from '@dayline/contracts/errors';

/** The sentences of the booking wizard (sections 2, 5 and 8 of the specification). */
export const bookingText = {
  title: 'Add New Appointment',
  phoneRequired: 'Phone number is required.',
  phoneDigits: 'Phone number should contain only digits.',
  phoneLength: 'Phone number must be 10 digits.',
  verifyFailed: 'Could not verify phone number. Please try again.',
  nameRequired: 'Name is required.',
  emailRequired: 'Email is required.',
  emailInvalid: 'Please enter a valid email address.',
  locationRequired: 'Location is required.',
  typeRequired: 'Appointment type is required.',
  departmentRequired: 'Department is required.',
  doctorRequired: 'Doctor is required.',
  dateRequired: 'Date is required.',
  timeRequired: 'Time is required.',
  incomplete: 'Please complete all required fields before confirming.',
  leave: 'Leave this booking?',
  leaveHint: 'What you have entered is not kept.',
  leaveAction: 'Leave',
  startOver: 'Start Over',
  startOverQuestion: 'Start over?',
  bookOffer: (time: string, payment: string) => `Book ${time} · ${payment}`,
  stay: 'Go on booking',
  failed: 'There was an error creating the appointment. Please try again.',
  noDates: 'No available dates found',
  noTimes: 'No time slots found',
  fee: 'Consultation fee:',
  noFee: 'No consultation fee is set for this doctor.',
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
  firstFree: (time: string): string => `First free: ${time}`,
  partly: 'Some times are blocked',
  payNow: 'Pay Now',
  payLater: 'Pay Later',
  booked: 'Appointment booked',
  another: 'Add Another Appointment',
  backHome: 'Return to Dashboard',
} as const;

export const stepTitles = ['Phone', 'Details', 'Type', 'Provider', 'Timing', 'Confirm', 'Payment'] as const;

/** Why a chosen time is no longer available; `time` as displayed. Undefined if the error isn't about the time. */
export function lostTimeSentence(code: ErrorCode | (string & {}), time: string): string | undefined {
  switch (code) {
    case 'slot.full':
      return `${time} was taken a moment ago.`;
    case 'slot.blocked':
      return `${time} was blocked a moment ago.`;
    case 'slot.passed':
      return `${time} has passed.`;
    case 'slot.unknown':
      return `${time} is no longer one of the doctor's times.`;
    case 'slot.beyond-horizon':
      return 'This date is not open for booking yet.';
    default:
      return undefined;
  }
}
