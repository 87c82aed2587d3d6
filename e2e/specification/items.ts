import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Sections 2 to 9 of the specification, word for word: the stories must cover them. */
const text = readFileSync(fileURLToPath(new URL('./sections-2-to-9.md', import.meta.url)), 'utf8');

/** Quoted words that a page writes differently from the specification. */
const writtenAs: Readonly<Record<string, Omit<Watched, 'says'>>> = {
  User: { literal: '1 User', pattern: '(?<![\\d,])1 User(?!s)' },
  Users: { literal: ' Users', pattern: '\\d Users' },
  full: { literal: 'Fully Blocked', pattern: 'Fully Blocked' },
  partial: { literal: 'Partially Blocked', pattern: 'Partially Blocked' },
  // The admin's sentence has a full stop, the doctor's hasn't.
  'Error fetching available dates': {
    literal: 'Error fetching available dates',
    pattern: 'Error fetching available dates(?!\\.)',
  },
};

/** States and controls that the specification names without quoting them. */
const words = [
  'Very Weak',
  'Weak',
  'Fair',
  'Good',
  'Strong',
  'Available',
  'Partial',
  'Blocked',
  'All Day',
  'Visited',
  'Not Visited',
  'Confirmed',
  'Completed',
  'Missed',
  'Cancelled',
  'Pay Now',
  'Pay Later',
  'Return to Dashboard',
  'Go to Login',
  'Yes, Sign Out',
  'No, Stay Here',
  'Clear Search',
  'Try Again',
  'Dismiss',
  'Refresh',
] as const;

/**
 * States and constants that no sentence shows, each by a passage of the specification. A story that has asserted one
 * calls `met`.
 */
export const passages = {
  'sign-in leads by role': 'success routes by role; failure shows the server message',
  'a guard leads to /': 'If unauthenticated it redirects to /',
  'a guard leads home': 'If the role does not match the page',
  'the search is kept': 'Search term, current page and selected department persist in session storage.',
  'the page is kept': 'Search term, current page and selected department persist in session storage.',
  'the department is kept': 'Search term, current page and selected department persist in session storage.',
  '60 px a slot': 'Slot list animation is 60 px per slot.',
  'date states': 'Availability of a date or slot: available, partial, blocked.',
  'a blocked date is unblocked by a click': "Clicking a blocked date or slot asks for confirmation ('Unblock Date'",
  'a blocked slot is unblocked by a click': "'Unblock Time Slot') and then unblocks it",
  'a date is selected, slots toggle': 'Clicking a non-blocked date selects it; non-blocked slots toggle selection.',
  'partial clears the times': 'Choosing partial clears the time selection.',
  'only blocked dates are listed, by start time':
    'only dates with at least one blocked slot are listed; slots sorted by start time',
  'the question has a title, a message and two actions':
    'Confirmation modal: title, message, action label, destructive flag, Cancel and action buttons.',
  'confirmed, visited and back': "After a change a toast 'Appointment marked as {status}' with Undo (5 s)",
  'actions only while confirmed': 'Action buttons appear only when Confirmed and Is_Active is 1.',
  'fill colours at 0.8 and 0.5': 'booked/total of 0.8 or more high, 0.5 or more medium, lower low',
  'seven steps, Back except at 1 and 7': 'Back available except at steps 1 and 7.',
  'department clears doctor': 'Changing department clears doctor.',
  'add doctor: forward when valid, back, saved': 'step 1 to 2 only if validation passes; 2 back to 1; 2 to 3',
  'schedule tabs': 'Schedule page tabs: Edit Schedule and Available Slots.',
  'sign-up by the mailed link': 'verifying email, success leads to the email link flow, then password creation',
  'logout clears what is stored': 'confirm step, then POST logout, clear stored client id and name, go to root',
  'update is disabled without slots': 'Update button disabled while loading or partial with no slots.',
  'slots are searched by date, day and time':
    'Appointment search (slots): case-insensitive substring on date, day and time.',
  'phone takes only digits': 'Input accepts only digits, max length 10.',
  'payment checks the phone again': 'Payment step re-checks 10 digits and returns to step 1.',
  'policies open one at a time': 'one open at a time; clicking the open one closes it',
  'six slot cards a page': 'Slot cards: 6 per page',
  'a window of five pages, an ellipsis and the last': 'with an ellipsis and the last page when more than 5 remain',
  'ten rows of details and users': 'Appointment details and users: 10 rows per page.',
  "five of today's cards": "Admin today's appointments: 5 per page.",
  'a reason has three rows': 'Blocking textarea 3 rows.',
  'dates are short': 'Dates displayed as short month plus day, en-US.',
  'country codes': 'default country code 91; codes offered: 1, 44, 61, 91, 86, 49, 33, 81, 65, 971, 92, 880, 94, 977',
  'prefixes of a doctor': "Doctor contact 91 plus 10 digits. Name prefix 'Dr.'.",
  'password has 8 characters': 'Password minimum length 8.',
  'a doctor is added in three steps': 'add doctor wizard 3 steps',
  '5 s to sign-in': 'Redirect after password set or reset 5 s.',
  'logout fades 300 ms': 'Logout fade 300 ms.',
  '500 ms without an identity': 'Missing-identity redirect in booking 500 ms.',
  'undo for 5 s': 'Undo toast 5000 ms',
  'errors for 3 s': 'error and info toasts 3000 ms',
  'toasts top right': 'toast defaults top-right, 5 s',
  'verify once a second': 'Email verify debounce 1000 ms.',
  '12-hour times': "Times in today's appointments shown 12-hour.",
  'stand-ins of the profile': 'Profile fallback stats: 1,234 patients, 15+ years, 4.9 rating, 500 reviews.',
  'fees in paise': 'Fees two decimals, minimum 0, step 0.01, rupee symbol.',
  'Monday to Sunday': 'Week days Monday to Sunday.',
  'policies of 2025': 'Policies last updated February 13, 2025.',
} as const;
export type Passage = keyof typeof passages;

/** Shown only if the identity is missing, which the page's gate prevents, with the test that shows it. */
export const behindTheGate: Readonly<Record<string, string>> = {
  'Unable to save: POC ID not available.': 'web/src/features/schedule/update-schedule-page.test.tsx',
  'Cannot reset: POC ID not available.': 'web/src/features/schedule/update-schedule-page.test.tsx',
  'POC ID is missing. Cannot fetch the link.': 'web/src/features/doctor-settings/settings.test.tsx',
  'POC ID is missing. Cannot fetch the fees.': 'web/src/features/doctor-settings/settings.test.tsx',
  'Unable to upload: missing required information': 'web/src/features/doctor-settings/profile-photo.test.tsx',
  '500 ms without an identity': 'web/src/app/guards.test.tsx',
};

export interface Watched {
  readonly says: string;
  /** A part of it without variables, to search for first. */
  readonly literal: string;
  /** A regular expression over a page's text with straight quotes and single spaces. */
  readonly pattern: string;
}

const escaped = (said: string): string => said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A name in braces matches any text. */
function watched(says: string): Watched {
  const pieces = says.split(/\{[^}]*\}/);
  const [literal = ''] = pieces.toSorted((one, other) => other.length - one.length);
  const pattern = `(?<![\\p{L}\\d])${pieces.map(escaped).join('[^\\n]{1,80}?')}(?![\\p{L}\\d])`;
  return { says, literal, pattern, ...writtenAs[says] };
}

/** Every quoted sentence of the sections, once, and the words. */
export function watchedSentences(): Watched[] {
  const quoted = [...text.matchAll(/(?<![A-Za-z0-9])'([^'\n]*(?:'(?=[A-Za-z])[^'\n]*)*)'(?![A-Za-z0-9])|"([^"\n]+)"/g)]
    .map(([, single, double]) => (single ?? double ?? '').trim())
    .map((said) => said.replace('Page x of y', 'Page {x} of {y}').replace('Branch ID: n', 'Branch ID: {n}'))
    .filter((said) => said.length > 2 && /[a-z]/i.test(said));
  return [...new Set([...quoted, ...words])].map(watched);
}

/** The numbers of the sections that contain a passage. */
export function sectionsOf(what: string): string {
  const passage: string = passages[what as Passage] ?? what;
  const plain = passage.replace('Page {x} of {y}', 'Page x of y').replace('Branch ID: {n}', 'Branch ID: n');
  return text
    .split(/^## /m)
    .filter((section) => section.includes(plain))
    .map((section) => Number.parseInt(section, 10))
    .join(', ');
}
