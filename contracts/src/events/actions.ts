/** What an entry of the activity is about; the action filter uses these values. */
export const activityActions = [
  'booking',
  'visit',
  'cancellation',
  'move',
  'queue',
  'contact',
  'undo',
  'correction',
  'payment',
  'availability',
  'schedule',
  'doctor',
  'patient',
  'department',
  'settings',
  'import',
  'signIn',
  'password',
  'read',
  'other',
] as const;
export type ActivityAction = (typeof activityActions)[number];
