import { defineText } from '../../ui/locale/define-text.ts';
import { counted, plural } from '../../ui/locale/words.ts';

const toCome = (count: number) => `${counted(count, { one: 'patient', other: 'patients' })} still expected today`;

/** The words of the doctor's dashboard (section 2). */
export const dashboardText = defineText({
  hi: async () => (await import('./text.hi.ts')).dashboardText,
  en: {
    welcome: (name: string) => `Welcome, ${name}`,
    unknownDoctor: 'Unknown POC',
    nobody: 'No more patients are expected today.',
    nobodyElse: 'No one else is expected today.',
    toCome: (count: number) => `${toCome(count)}.`,
    toComeNext: (count: number, time: string) => `${toCome(count)}, the next at ${time}.`,
    late: (count: number) => `${count} ${plural(count, { one: 'is', other: 'are' })} late.`,
    today: "Today's Appointments",
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
