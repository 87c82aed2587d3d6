/** The sentences of a doctor's own settings (sections 2, 5 and 8 of the specification). */
export const linkText = {
  title: 'Meet Link',
  current: 'Current link',
  none: 'No Google Meet link is currently set',
  label: 'Google Meet link',
  hint: 'For example https://meet.google.com/abc-defg-hij',
  missing: 'Please enter a Google Meet link.',
  invalid: 'Please enter a valid Google Meet link.',
  question: 'Are you sure you want to update the Google Meet link?',
  noDoctor: 'POC ID is missing. Cannot fetch the link.',
  failedToFetch: 'Failed to fetch the current link.',
  errorFetching: 'Error fetching the current link.',
  failedToUpdate: 'Failed to update the link. Please try again.',
  errorUpdating: 'Error updating the link.',
  updated: 'link updated successfully',
} as const;

export const feesText = {
  title: 'Consultation Fees',
  current: 'Current fees',
  none: 'No consultation fees are currently set',
  label: 'Consultation fees (₹)',
  hint: 'In rupees, for one consultation',
  missing: 'Please enter the consultation fees.',
  invalid: 'Please enter a valid fee amount.',
  question: 'Are you sure you want to update the consultation fees?',
  noDoctor: 'POC ID is missing. Cannot fetch the fees.',
  failedToFetch: 'Failed to fetch the current fees.',
  errorFetching: 'Error fetching the current fees.',
  failedToUpdate: 'Failed to update the fees. Please try again.',
  errorUpdating: 'Error updating the fees.',
  updated: 'fees updated successfully',
} as const;

export const settingText = {
  save: 'Save Changes',
  update: 'Update',
  retry: 'Try Again',
} as const;

export const profileText = {
  title: 'My Profile',
  change: 'Change',
  save: 'Save',
  cancel: 'Cancel',
  unsaved: 'New, not saved yet',
  now: 'Now',
  sample: 'sample',
  sampleHint: 'stands in until there is a figure of your own',
  missing: 'Unable to upload: missing required information',
  failed: 'Failed to upload image. Please try again.',
  updated: 'Profile image updated successfully.',
  tooLarge: 'The photo is larger than 5 MB.',
  wrongType: 'Only JPEG, PNG and WebP images can be a photo.',
  profileFailed: 'Failed to load the profile.',
  upcoming: 'Upcoming Appointments',
  more: 'Show more',
  none: 'No upcoming appointments',
  upcomingFailed: 'Failed to fetch appointments.',
} as const;
