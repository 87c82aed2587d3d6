import { defineText } from '../../ui/locale/define-text.ts';
import { counted } from '../../ui/locale/words.ts';

/** The sentences of the directories (sections 2 and 8 of the specification). */
export const departmentsText = defineText({
  hi: async () => (await import('./text.hi.ts')).departmentsText,
  en: {
    title: 'Departments',
    count: (count: number) => counted(count, { one: 'Department', other: 'Departments' }),
    number: 'No.',
    name: 'Department Name',
    doctors: 'POCs',
    doctorCount: (count: number) => counted(count, { one: 'POC', other: 'POCs' }),
    search: 'Search by department name',
    failed: 'Failed to fetch departments',
    none: 'No departments yet',
    noneHint: 'Departments are opened from the command line.',
    noMatch: 'No departments match your search',
    clear: 'Clear Search',
  },
});

export const usersText = defineText({
  hi: async () => (await import('./text.hi.ts')).usersText,
  en: {
    title: (client: string) => `${client} User Details`,
    count: (count: number) => counted(count, { one: 'User', other: 'Users' }),
    number: 'S.No.',
    name: 'User Name',
    phone: 'User Number',
    email: 'Email',
    location: 'Location',
    search: 'Search by name, contact, email or location',
    placeholder: 'Name, contact, email',
    failed: 'Failed to load users data. Please try again.',
    none: 'No users found',
    noneHint: 'A patient becomes a user with the first booking, or by New Patient.',
    newPatient: 'New Patient',
    noMatch: 'No users match your search criteria',
    clear: 'Clear Search',
  },
});

export const doctorsText = defineText({
  hi: async () => (await import('./text.hi.ts')).doctorsText,
  en: {
    title: (client: string) => `${client} Doctors`,
    count: (count: number) => counted(count, { one: 'Doctor', other: 'Doctors' }),
    ofDepartment: (count: number) => counted(count, { one: 'doctor', other: 'doctors' }),
    columns: {
      department: 'Department',
      name: 'Name',
      contact: 'Contact Number',
      email: 'Email',
      byHour: 'Today by hour',
      today: 'Today',
      nextFree: 'Next free',
      actions: 'Actions',
    },
    externalId: (id: string) => `ID ${id}`,
    now: (time: string) => `Now, ${time}`,
    placesOf: (booked: number, places: number) => `${booked} of ${places}`,
    /** After them. */
    booked: 'booked',
    bookedToday: 'booked today',
    today: 'today',
    unknownClient: 'Unknown Client',
    search: 'Search by doctor name',
    failed: 'Error fetching doctors.',
    none: 'No doctors yet',
    noneHint: 'Doctors you add appear here, by department.',
    noMatch: 'No doctors match your search',
    clear: 'Clear Search',
    add: 'Add POC',
    view: 'View Appointments',
    blocked: 'Blocked',
    noHours: 'No hours today',
    noSchedule: 'No schedule yet',
  },
});

export const viewPocText = defineText({
  hi: async () => (await import('./text.hi.ts')).viewPocText,
  en: {
    title: 'View POC',
    count: (count: number) => counted(count, { one: 'Doctor', other: 'Doctors' }),
    name: 'Doctor Name',
    specialization: 'Specialization',
    contact: 'Contact',
    email: 'Email',
    department: 'Department',
    choose: 'Choose a department',
    chooseHint: 'Its doctors appear here, with their appointments.',
    departmentsFailed: 'Failed to load departments. Please try again later.',
    failed: 'Failed to load POCs. Please try again later.',
    none: 'No doctors found in this department. Please try selecting a different department.',
    view: 'View Appointments',
    more: (name: string) => `More for ${name}`,
    schedule: 'Update Schedule',
    photo: 'Photo',
    fees: 'Fees',
    meetLink: 'Meet Link',
  },
});
