import type { HospitalDay } from '@dayline/contracts/clinic/calendar';
import type { PatientDetails } from '@dayline/contracts/clinic/identity';
import { type Interval, type Week, weekdays } from '@dayline/contracts/clinic/schedule';
import { type demoAddresses, demoPassword } from '@dayline/http/session/demo-accounts';

export { demoPassword };

export interface DemoDoctor {
  readonly kind?: 'unit';
  readonly onRequest?: string;
  readonly name: string;
  readonly department: string;
  readonly branchId: number;
  readonly hours: keyof typeof weeks;
  /** Paise. */
  readonly fee: number | null;
  readonly meetingLink: string | null;
  readonly qualification: string;
  readonly experienceYears: number;
}

/** A demo patient; most have only what the wizard asks for. */
export type DemoPatient = Pick<PatientDetails, 'phone' | 'email' | 'location'> &
  Partial<PatientDetails> & { readonly name: string };

/** A hospital day, on its date each year (mm-dd) or on weekdays of the month. */
export interface DemoDay extends Pick<HospitalDay, 'name' | 'branchId' | 'open'> {
  readonly on: string | Exclude<HospitalDay['on'], { date: string }>;
}

export interface DemoClient {
  readonly key: string;
  readonly name: string;
  readonly zone: string;
  readonly branches: readonly { readonly id: number; readonly name: string | null }[];
  readonly departments: readonly string[];
  readonly doctors: readonly DemoDoctor[];
  readonly days: readonly DemoDay[];
  /** A display of the first doctors, not paired with a screen. */
  readonly waitingHall?: string;
  /** A partner's system with an API key. */
  readonly partner?: string;
  readonly patients: number;
  /** The last of the patients. */
  readonly known: readonly DemoPatient[];
  readonly accounts: readonly {
    readonly email: (typeof demoAddresses)[number];
    readonly name: string;
    readonly role: 'admin' | 'doctor' | 'auditor';
    readonly doctor?: string;
  }[];
}

type Hours = readonly [startTime: string, endTime: string, appointmentsPerSlot: number, slotDuration: number];
const everyDay = (...hours: Hours[]): Week =>
  weekdays.map((day) => ({
    day,
    timeIntervals: hours.map(([startTime, endTime, appointmentsPerSlot, slotDuration]) => ({
      startTime,
      endTime,
      appointmentsPerSlot,
      slotDuration,
    })),
  }));

const noHours: Week = [];

/** Hours before noon with capacity for first visits and follow-ups, and times at the other branch in the evening. */
const sessionsOfDay: readonly Interval[] = [
  {
    ...{ startTime: '09:30', endTime: '13:30', appointmentsPerSlot: 20, slotDuration: 240 },
    ...{ name: 'General', room: 'Room 3', bookUntil: { daysBefore: 0, time: '11:00' } },
    quota: { first: 8, again: 14, sameDay: 4 },
  },
  {
    ...{ startTime: '17:00', endTime: '19:00', appointmentsPerSlot: 1, slotDuration: 15 },
    ...{ name: 'Special', branchId: 1, room: 'Room 12' },
  },
];

/** Every other Friday, and two Saturdays a month. */
const patterns: Week = [
  {
    day: 'Friday',
    timeIntervals: [
      {
        ...{ startTime: '16:00', endTime: '18:00', appointmentsPerSlot: 2, slotDuration: 30 },
        every: { weeks: 2, from: '2026-01-02' },
      },
    ],
  },
  {
    day: 'Saturday',
    timeIntervals: [
      {
        ...{ startTime: '10:00', endTime: '12:00', appointmentsPerSlot: 3, slotDuration: 15 },
        ...{ name: 'Clinic', weeks: [2, 4], bookUntil: { daysBefore: 1, time: '19:00' } },
      },
    ],
  },
];

/**
 * Hours by department, every day of the week, with a break at noon; one doctor works at night, so that "today" has a
 * past and a future whenever the demo starts.
 */
export const weeks = {
  cardiology: everyDay(['08:00', '12:30', 3, 30], ['13:30', '17:30', 2, 30]),
  cardiologySecond: everyDay(['09:00', '12:00', 1, 15], ['15:00', '18:00', 1, 15]),
  dermatology: everyDay(['08:00', '13:00', 1, 20]),
  dermatologyLate: everyDay(['12:00', '15:00', 1, 20], ['15:40', '18:00', 1, 20]),
  emergencyDay: everyDay(['07:00', '13:00', 1, 30], ['13:45', '19:45', 1, 30]),
  emergencyNight: everyDay(['00:00', '06:00', 1, 30], ['20:00', '23:59', 1, 20]),
  generalMedicine: everyDay(['09:00', '12:30', 1, 15], ['15:00', '18:30', 1, 15]),
  generalMedicineLate: everyDay(['12:00', '15:20', 1, 20], ['16:00', '19:00', 1, 20]),
  orthopaedics: everyDay(['08:00', '13:00', 1, 20]),
  orthopaedicsLate: everyDay(['14:00', '17:00', 1, 20], ['17:40', '20:00', 1, 20]),
  paediatrics: everyDay(['09:00', '12:00', 1, 15], ['14:30', '17:30', 1, 15]),
  paediatricsLate: everyDay(['14:00', '17:00', 1, 20], ['17:40', '20:00', 1, 20]),
  physiotherapy: everyDay(['10:00', '13:00', 2, 30], ['15:00', '17:00', 2, 30]),
  sessions: weekdays.slice(0, 5).map((day) => ({ day, timeIntervals: [...sessionsOfDay] })),
  patterns,
  none: noHours,
  dentistry: everyDay(['09:00', '12:30', 1, 30], ['14:00', '18:00', 1, 30]),
} as const satisfies Record<string, Week>;

const doctor = (
  name: string,
  department: string,
  hours: DemoDoctor['hours'],
  more: Partial<DemoDoctor> = {},
): DemoDoctor => ({
  name: `Dr. ${name}`,
  department,
  hours,
  branchId: 0,
  fee: 50_000,
  meetingLink: null,
  qualification: 'MBBS, MD',
  experienceYears: 12,
  ...more,
});

const patients: readonly DemoPatient[] = [
  // A family of four on one phone.
  ...[
    { name: 'Meera Nambiar', uhid: '240017', sex: 'female', bornOn: '1981-03-14' },
    { name: 'Anil Nambiar', uhid: '240018', sex: 'male', bornOn: '1978-11-02', phoneNote: 'husband' },
    {
      ...{ name: 'Ishita Nambiar', uhid: '240019', sex: 'female', bornOn: '2019-06-21', phoneNote: 'daughter' },
      ...{ guardianRelation: 'mother', guardianName: 'Meera Nambiar' },
    },
    { name: 'Kamala Nambiar', uhid: '240020', sex: 'female', ageText: '71 y on 2026-01-12', phoneNote: 'mother' },
  ].map((person) => ({ phone: '919845031276', email: 'nambiar@mail.example', location: 'Pune', ...person })),
  // Two with the same name, on two phones.
  {
    ...{ name: 'Ramesh Kumar', uhid: '240105', sex: 'male', ageText: '29 y on 2026-01-12' },
    ...{ phone: '919845031290', email: 'ramesh.k@mail.example', location: 'Thane' },
  },
  {
    ...{ name: 'Ramesh Kumar', uhid: '240230', sex: 'male', bornOn: '1964-08-09' },
    ...{ phone: '919845031303', email: 'kumar.ramesh@mail.example', location: 'Satara' },
  },
  // One without a phone.
  {
    ...{ name: 'Savitri Devi', uhid: '240311', sex: 'female', ageText: '68 y on 2026-01-12' },
    ...{ guardianRelation: 'son', guardianName: 'Mohan Lal' },
    ...{ phone: null, email: 'mohan.lal@mail.example', location: 'Nashik' },
  },
];

const demoDay = (on: DemoDay['on'], name: string, more: Partial<DemoDay> = {}): DemoDay => ({
  on,
  name,
  branchId: null,
  open: [],
  ...more,
});
const morning = [{ from: '08:00', to: '12:00' }];

export const demoClients: readonly DemoClient[] = [
  {
    key: 'sunrise',
    name: 'Sunrise Multispeciality Hospital',
    zone: 'Asia/Kolkata',
    waitingHall: 'First Floor Waiting Hall',
    partner: 'Laboratory',
    branches: [
      { id: 1, name: 'City Centre' },
      { id: 2, name: null },
    ],
    departments: ['Cardiology', 'Dermatology', 'Emergency Medicine', 'General Medicine', 'Orthopaedics', 'Paediatrics'],
    doctors: [
      doctor('Asha Menon', 'Cardiology', 'cardiology', {
        fee: 80_000,
        meetingLink: 'https://meet.google.com/asa-menn-crd',
        qualification: 'MBBS, MD, DM (Cardiology)',
        experienceYears: 16,
      }),
      doctor('Vikram Rao', 'Cardiology', 'cardiologySecond', { fee: 75_000 }),
      doctor('Leela Iyer', 'Dermatology', 'dermatology', {
        fee: 60_000,
        meetingLink: 'https://meet.google.com/lee-iyer-skn',
      }),
      doctor('Sameer Khan', 'Dermatology', 'dermatologyLate'),
      doctor('Nisha Verma', 'Emergency Medicine', 'emergencyNight', { fee: null }),
      doctor('Arvind Pillai', 'Emergency Medicine', 'emergencyDay', { fee: null }),
      doctor('Ritu Bansal', 'General Medicine', 'generalMedicine', { fee: 40_000 }),
      doctor('Karthik Subramanian', 'General Medicine', 'generalMedicineLate', { fee: 40_000, branchId: 1 }),
      doctor('Neha Joshi', 'Orthopaedics', 'orthopaedics', { fee: 70_000, branchId: 1 }),
      doctor('Imran Qureshi', 'Orthopaedics', 'orthopaedicsLate', { fee: 70_000, branchId: 2 }),
      doctor('Pooja Deshpande', 'Paediatrics', 'paediatrics', { fee: 55_000 }),
      doctor('George Thomas', 'Paediatrics', 'paediatricsLate', { fee: 55_000 }),
      { ...doctor('', 'Orthopaedics', 'physiotherapy', { fee: 30_000 }), kind: 'unit', name: 'Physiotherapy Unit' },
      doctor('Farida Contractor', 'General Medicine', 'sessions', { fee: 40_000 }),
      doctor('Suresh Apte', 'Orthopaedics', 'patterns', { fee: 90_000 }),
      doctor('Sudha Rege', 'Dermatology', 'none', { onRequest: 'Call the desk: 020 2553 0100' }),
    ],
    days: [
      demoDay({ weekday: 'Saturday', weeks: [2, 4] }, 'Half Saturday', { open: morning }),
      demoDay('01-14', 'Makar Sankranti', { open: morning }),
      demoDay('01-26', 'Republic Day'),
      demoDay('05-01', 'Maharashtra Day'),
      demoDay('07-01', "Doctors' Day", { open: morning, branchId: 1 }),
      demoDay('08-15', 'Independence Day'),
      demoDay('10-02', 'Gandhi Jayanti'),
      demoDay('12-25', 'Christmas'),
    ],
    patients: 200,
    known: patients,
    accounts: [
      { email: 'admin@sunrise.example', name: 'Front Desk 1', role: 'admin' },
      { email: 'desk2@sunrise.example', name: 'Front Desk 2', role: 'admin' },
      { email: 'doctor@sunrise.example', name: 'Dr. Asha Menon', role: 'doctor', doctor: 'Dr. Asha Menon' },
      { email: 'auditor@sunrise.example', name: 'N. Auditor', role: 'auditor' },
    ],
  },
  {
    key: 'lakeside',
    name: 'Lakeside Clinic',
    zone: 'Asia/Kolkata',
    branches: [],
    departments: ['Dentistry', 'General Medicine'],
    doctors: [
      doctor('Maria Fernandes', 'Dentistry', 'dentistry'),
      doctor('Anil Kapoor', 'General Medicine', 'generalMedicine', { fee: 30_000 }),
      doctor('Tara Sen', 'General Medicine', 'generalMedicineLate', { fee: 30_000 }),
    ],
    days: [],
    patients: 30,
    known: [],
    accounts: [{ email: 'admin@lakeside.example', name: 'Lakeside Desk', role: 'admin' }],
  },
];
