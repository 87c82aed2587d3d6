export const password = 'Dayline#2026';
export const sunrise = 'Sunrise Multispeciality Hospital';
export const lakeside = 'Lakeside Clinic';
export const quiet = 'Quiet Clinic';

/** The sign-ins of the stories: the demo's, and those of a client without appointments. */
export const people = {
  desk1: { email: 'admin@sunrise.example', side: 'admin', client: sunrise, name: 'Front Desk 1' },
  desk2: { email: 'desk2@sunrise.example', side: 'admin', client: sunrise, name: 'Front Desk 2' },
  asha: { email: 'doctor@sunrise.example', side: 'doctor', client: sunrise, name: 'Dr. Asha Menon' },
  auditor: { email: 'auditor@sunrise.example', side: 'admin', client: sunrise, name: 'N. Auditor' },
  lakeside: { email: 'admin@lakeside.example', side: 'admin', client: lakeside, name: 'Lakeside Desk' },
  quietDesk: { email: 'admin@quiet.example', side: 'admin', client: quiet, name: 'Quiet Desk' },
  /** Of the story about the second factor alone. */
  careful: { email: 'careful@quiet.example', side: 'admin', client: quiet, name: 'Careful Auditor' },
  /** Of the story about the own account alone. */
  mindful: { email: 'mindful@quiet.example', side: 'admin', client: quiet, name: 'Mindful Auditor' },
  quietDoctor: { email: 'doctor@quiet.example', side: 'doctor', client: quiet, name: 'Dr. Mira Sethi' },
} as const;

export type Person = keyof typeof people;
