/** The sentences of the weekly schedule (sections 2, 5 and 8 of the specification). */
export const scheduleText = {
  title: 'Update Schedule',
  edit: 'Edit Schedule',
  slots: 'Available Slots',
  save: 'Save',
  reset: 'Reset',
  none: 'No available slots found',
  failedToFetch: 'Failed to fetch schedule',
  failedToUpdate: 'Failed to update schedule',
  noDoctorToSave: 'Unable to save: POC ID not available.',
  noDoctorToReset: 'Cannot reset: POC ID not available.',
  nothingToSave: 'No valid schedule data to save',
  updated: 'Schedule updated successfully',
  discard: 'Discard the changes that are not saved?',
} as const;

export const fieldLabels = {
  startTime: 'Start time',
  endTime: 'End time',
  appointmentsPerSlot: 'Appointments per slot',
  slotDuration: 'Slot duration (min)',
} as const;
