import type { Week } from '@dayline/contracts/schedule';
import { weekdays } from '@dayline/contracts/schedule';

/** What every demo sign-in has for a password. */
export const demoPassword = 'Dayline#2026';

export interface DemoDoctor {
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

export interface DemoClient {
  readonly key: string;
  readonly name: string;
  readonly zone: string;
  readonly branches: readonly { readonly id: number; readonly name: string | null }[];
  readonly departments: readonly string[];
  readonly doctors: readonly DemoDoctor[];
  readonly patients: number;
  readonly accounts: readonly {
    readonly email: string;
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

/** Every doctor sees somebody on every weekday, and a few by night, so that "today" lives whenever the demo starts. */
export const weeks = {
  onCall: everyDay(
    ['00:00', '06:00', 1, 60],
    ['08:00', '12:00', 3, 30],
    ['14:00', '18:00', 2, 30],
    ['20:00', '23:30', 1, 30],
  ),
  emergency: everyDay(['00:00', '23:00', 1, 60]),
  morning: everyDay(['08:00', '13:00', 1, 20]),
  afternoon: everyDay(['12:00', '18:00', 1, 20]),
  split: everyDay(['09:00', '12:00', 1, 15], ['15:00', '18:00', 1, 15]),
  evening: everyDay(['14:00', '20:00', 1, 20]),
} as const;

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

export const demoClients: readonly DemoClient[] = [
  {
    key: 'sunrise',
    name: 'Sunrise Multispeciality Hospital',
    zone: 'Asia/Kolkata',
    branches: [
      { id: 1, name: 'City Centre' },
      { id: 2, name: null },
    ],
    departments: ['Cardiology', 'Dermatology', 'Emergency Medicine', 'General Medicine', 'Orthopaedics', 'Paediatrics'],
    doctors: [
      doctor('Asha Menon', 'Cardiology', 'onCall', {
        fee: 80_000,
        meetingLink: 'https://meet.google.com/asa-menn-crd',
        qualification: 'MBBS, MD, DM (Cardiology)',
        experienceYears: 16,
      }),
      doctor('Vikram Rao', 'Cardiology', 'split', { fee: 75_000 }),
      doctor('Leela Iyer', 'Dermatology', 'morning', {
        fee: 60_000,
        meetingLink: 'https://meet.google.com/lee-iyer-skn',
      }),
      doctor('Sameer Khan', 'Dermatology', 'afternoon'),
      doctor('Nisha Verma', 'Emergency Medicine', 'emergency', { fee: null }),
      doctor('Arvind Pillai', 'Emergency Medicine', 'onCall', { fee: null }),
      doctor('Ritu Bansal', 'General Medicine', 'split', { fee: 40_000 }),
      doctor('Karthik Subramanian', 'General Medicine', 'afternoon', { fee: 40_000, branchId: 1 }),
      doctor('Neha Joshi', 'Orthopaedics', 'morning', { fee: 70_000, branchId: 1 }),
      doctor('Imran Qureshi', 'Orthopaedics', 'evening', { fee: 70_000, branchId: 2 }),
      doctor('Pooja Deshpande', 'Paediatrics', 'split', { fee: 55_000 }),
      doctor('George Thomas', 'Paediatrics', 'evening', { fee: 55_000 }),
    ],
    patients: 200,
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
      doctor('Maria Fernandes', 'Dentistry', 'split'),
      doctor('Anil Kapoor', 'General Medicine', 'onCall', { fee: 30_000 }),
      doctor('Tara Sen', 'General Medicine', 'afternoon', { fee: 30_000 }),
    ],
    patients: 30,
    accounts: [{ email: 'admin@lakeside.example', name: 'Lakeside Desk', role: 'admin' }],
  },
];

export const givenNames =
  'Rohan Meera Fatima Arjun Kavya Sanjay Priya Aditya Ananya Ishaan Diya Kabir Lakshmi Manoj Nandini Omkar Pallavi Rahul Sneha Tanvi Uday Varsha Yusuf Zoya Gaurav Hema Irfan Jaya Kiran Latha'.split(
    ' ',
  );
export const familyNames =
  'Kulkarni Nair Sheikh Patel Reddy Deshmukh Chatterjee Sharma Gupta Iyengar Bose Fernandes Mehta Naidu Saxena Kaur Das Pillai Bhat Shetty Mishra Ghosh Kapadia Rane Menon Thakur Varghese Yadav Ansari Chauhan'.split(
    ' ',
  );
export const towns = ['Pune', 'Mumbai', 'Thane', 'Nashik', 'Nagpur', 'Satara', 'Solapur', 'Kolhapur'];
