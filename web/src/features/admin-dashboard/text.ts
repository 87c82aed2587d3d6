import { defineText } from '../../ui/locale/define-text.ts';
import { counted, countText } from '../../ui/locale/words.ts';

/** UI text of the admin's dashboard (section 2). */
export const dashboardText = defineText({
  hi: async () => (await import('./text.hi.ts')).dashboardText,
  en: {
    title: 'Admin Dashboard',
    welcome: 'Welcome to your Dashboard',
    departments: 'Departments',
    doctorsInAll: (count: number) => `${counted(count, { one: 'doctor', other: 'doctors' })} in total`,
    doctors: 'Doctors',
    onDuty: (onDuty: number, blockedCount: number) =>
      `${countText(onDuty)} on duty today, ${countText(blockedCount)} blocked`,
    add: 'Add New Appointment',
    addHint: 'Seven short steps',
    addPoc: 'Add POC',
    addPocHint: 'A new doctor or unit',
    viewPoc: 'View POC',
    viewPocHint: 'Doctors by department',
    availability: 'Update Availability',
    availabilityHint: 'Block days or times',
  },
});
