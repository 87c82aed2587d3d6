/** The sentences of the two availability pages (sections 2, 5 and 8). */
export const availabilityText = {
  adminTitle: "UPDATE DOCTOR'S AVAILABILITY",
  doctorTitle: 'Manage Availability',
  tabs: 'Availability',
  adminUpdate: 'Update Slots',
  doctorUpdate: 'Update Availability',
  blockedSlots: 'Blocked Slots',
  department: 'Department',
  doctor: 'Doctor',
  full: 'Full Availability',
  partial: 'Partial Availability',
  mode: 'How much to block',
  reason: 'Reason',
  reasonHint: 'Enter reason for blocking this slot',
  update: 'Update Availability',
  noDates: 'No available dates found',
  noTimes: 'No time slots found',
  fullyBlocked: 'Fully Blocked',
  partiallyBlocked: 'Partially Blocked',
  allDay: 'All Day',
  noReason: 'No reason provided',
  noHours: 'No hours on this day',
  until: (time: string) => `to ${time}`,
  unblock: 'Unblock',
  unblockDate: 'Unblock Date',
  unblockTime: 'Unblock Time Slot',
  expired: 'Session expired or invalid. Please log in again.',
  toLogin: 'Go to Login',
  selectDate: 'Please select a date first.',
  selectDoctorAndDate: 'Please select a doctor and date.',
  selectTimingAsAdmin: 'Please select at least one timing slot.',
  selectTimeAsDoctor: "Please select at least one time slot or choose 'Full' availability.",
  invalidSlot: 'Invalid slot ID.',
  missingForUnblocking: 'Missing required information for unblocking',
  updateFailed: 'Error updating availability.',
  unblockFailed: 'Error unblocking slot.',
  unblockTimeFailed: 'Error unblocking time slot.',
  bookingsFailed: 'Failed to fetch appointments.',
} as const;

export type Side = 'admin' | 'doctor';

/** The sentences that the specification has for each page. */
export const sideText = {
  admin: {
    datesFailed: 'Error fetching available dates.',
    timesFailed: 'Error fetching timings.',
    selectTimes: availabilityText.selectTimingAsAdmin,
  },
  doctor: {
    datesFailed: 'Error fetching available dates',
    timesFailed: 'Error fetching time slots',
    selectTimes: availabilityText.selectTimeAsDoctor,
  },
} as const satisfies Record<Side, object>;

/** 'Failed to …' if the server answered, 'Error …' if no response came. */
export const listFailed = {
  departments: {
    answered: 'Failed to load departments. Please try again later.',
    lost: 'Error fetching departments.',
  },
  doctors: { answered: 'Failed to load POCs. Please try again later.', lost: 'Error fetching doctors.' },
} as const;
