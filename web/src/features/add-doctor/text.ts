import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of the wizard that adds a doctor (sections 2, 5 and 8 of the specification). */
export const addDoctorText = defineText({
  hi: async () => (await import('./text.hi.ts')).addDoctorText,
  en: {
    title: 'Add Doctor',
    steps: ['Details', 'Confirm', 'Done'],
    ask: 'Who is the doctor?',
    askUnit: 'Which unit?',
    check: 'Is everything correct?',
    previous: 'Previous',
    confirm: 'Confirm',
    department: 'Department is required.',
    name: 'Name is required.',
    contact: 'Contact number must start with 91 and have 10 digits.',
    email: 'Email is invalid.',
    link: 'Please enter a valid Google Meet link.',
    fees: 'Please enter a valid fee amount.',
    notProvided: 'Not Provided',
    departmentsFailed: 'Failed to load departments. Please try again later.',
    failed: 'Failed to save POC data. Please try again.',
    added: 'Doctor Added Successfully',
    updateSchedule: 'Update Schedule',
    another: 'Add Another Doctor',
    anotherUnit: 'Add Another Unit',
    signUp: (name: string, email: string) =>
      `${name} can now create an account with ${email}. Set hours to start taking bookings.`,
    unitAdded: 'Unit Added Successfully',
    unitNext: (name: string) => `Set hours for ${name} to start taking bookings. The desk marks its visits.`,
    kind: 'Doctor or unit',
    doctor: 'Doctor',
    unit: 'Unit',
    unitHint: 'A unit, clinic or room that is booked like a doctor but cannot sign in.',
    feesSummary: 'Consultation Fees',
    nameHint: '“Dr.” is added to a name without a title.',
    contactHint: '10 digits; 91 is added in front.',
  },
});

export const labels = defineText({
  hi: async () => (await import('./text.hi.ts')).labels,
  en: {
    departmentId: 'Department',
    name: 'Doctor Name',
    unitName: 'Unit Name',
    contact: 'Contact Number',
    email: 'Email',
    link: 'Meeting Link',
    fees: 'Consultation Fees (₹)',
    externalId: 'External POC ID',
  },
});
