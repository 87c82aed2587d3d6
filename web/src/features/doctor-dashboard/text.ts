import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of the doctor's dashboard (section 2). */
export const dashboardText = defineText({
  hi: async () => (await import('./text.hi.ts')).dashboardText,
  en: {
    welcome: (name: string) => `Welcome, ${name}`,
    unknownDoctor: 'Unknown POC',
    today: "Today's Appointments",
    deskChanges: 'Changed by the front desk',
    direct: 'Direct Appointments',
    directHint: 'At the clinic',
    tele: 'Tele Appointments',
    teleHint: 'By video',
    schedule: 'Update Schedule',
    scheduleHint: 'Your weekly hours',
    availability: 'Availability',
    availabilityHint: 'Block days or times',
    meetLink: 'Meet Link',
    meetLinkHint: 'For tele consultations',
    fees: 'Fees',
    feesHint: 'Your consultation fees',
  },
});
