import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { labels } from './labels.ts';
import { type Passage, passages } from './passages.ts';

/** Sections 2 to 9 of the specification, word for word: the stories must cover them. */
const text = readFileSync(fileURLToPath(new URL('./sections-2-to-9.md', import.meta.url)), 'utf8');

/** Quoted words that a page displays differently from the specification. */
const writtenForms: Readonly<Record<string, Omit<WatchedSentence, 'says'>>> = {
  User: { literal: '1 User', pattern: '(?<![\\d,])1 User(?!s)' },
  Users: { literal: ' Users', pattern: '\\d Users' },
  full: { literal: 'Fully Blocked', pattern: 'Fully Blocked' },
  partial: { literal: 'Partially Blocked', pattern: 'Partially Blocked' },
  // The admin's sentence has a full stop, the doctor's doesn't.
  'Error fetching available dates': {
    literal: 'Error fetching available dates',
    pattern: 'Error fetching available dates(?!\\.)',
  },
};

/** States that the specification names without quoting them. */
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
] as const;

/** A test outside the stories, by file and title; for tests in `describe`, the inner title. */
interface TestOfItem {
  readonly file: string;
  readonly title: string;
}

const schedule = {
  file: 'web/src/features/schedule/update-schedule-page.test.tsx',
  title: 'without a doctor neither saves nor resets',
};
const settings = {
  file: 'web/src/features/doctor-settings/settings.test.tsx',
  title: 'without a doctor nothing is fetched',
};

/** Texts shown only if the identity is missing, which the page's gate prevents, each with the test that shows it. */
export const gatedTests: Readonly<Record<string, TestOfItem>> = {
  'Unable to save: POC ID not available.': schedule,
  'Cannot reset: POC ID not available.': schedule,
  'POC ID is missing. Cannot fetch the link.': settings,
  'POC ID is missing. Cannot fetch the fees.': settings,
  'Unable to upload: missing required information': {
    file: 'web/src/shared/doctor-photo/profile-photo.test.tsx',
    title: "without a doctor an upload says 'Unable to upload: missing required information'",
  },
  '500 ms without an identity': {
    file: 'web/src/app/guards.test.tsx',
    title: "'Missing-identity redirect in booking 500 ms.'",
  },
};

/** Calls that no page makes, each with the test that makes them. */
export const withoutPage: Readonly<Record<string, TestOfItem>> = {
  'GET /api/check-image-path': {
    file: 'acceptance/src/photos/photos.test.ts',
    title: 'check-image-path answers for what the caller may see, and never touches a path',
  },
  'POST /api/getClientId': {
    file: 'query-service/src/queries/boards.test.ts',
    title: 'list departments, their doctors, and all doctors by department and name',
  },
  // The wizard also shows blocked and full ones, so it requests all dates and times.
  'POST /api/pocs/available-dates': {
    file: 'query-service/src/queries/availability.test.ts',
    title: 'leave out blocked and full days, and today once its last hour has begun',
  },
  'POST /api/pocs/available-times': {
    file: 'query-service/src/queries/availability.test.ts',
    title: 'exclude full, blocked and passed ones',
  },
};

export interface WatchedSentence {
  readonly says: string;
  /** A part of it without variables, to search for first. */
  readonly literal: string;
  /** A regular expression over a page's text with straight quotes and single spaces. */
  readonly pattern: string;
  /** A regular expression for the addresses where it counts; absent for all. */
  readonly path?: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A name in braces matches any text. */
function watched(says: string): WatchedSentence {
  const pieces = says.split(/\{[^{}]*\}/);
  const [literal = ''] = pieces.toSorted((a, b) => b.length - a.length);
  const pattern = `(?<![\\p{L}\\d])${pieces.map(escaped).join('[^\\n]{1,80}?')}(?![\\p{L}\\d])`;
  return { says, literal, pattern, ...writtenForms[says] };
}

/** Every quoted sentence of the sections, once, and the status words. */
export function watchedSentences(): WatchedSentence[] {
  const quoted = [...text.matchAll(/(?<![A-Za-z0-9])'([^'\n]*(?:'(?=[A-Za-z])[^'\n]*)*)'(?![A-Za-z0-9])|"([^"\n]+)"/g)]
    .map(([, single, double]) => (single ?? double ?? '').trim())
    .map((label) => label.replace('Page x of y', 'Page {x} of {y}').replace('Branch ID: n', 'Branch ID: {n}'))
    .filter((label) => label.length > 2 && /[a-z]/i.test(label));
  return [...new Set([...quoted, ...words])].map(watched);
}

const pathPattern = (path: string): string => `^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`;

/** The labels of each page: each a whole text on the page, including a required field's marker. */
export const watchedLabels = (): WatchedSentence[] =>
  Object.entries(labels).flatMap(([path, shown]) =>
    shown.map((label) => ({
      says: `${path}: ${label}`,
      literal: label,
      pattern: `^ ?${escaped(label)}(?: ?\\*)? ?$`,
      path: pathPattern(path),
    })),
  );

/** The paths of section 2, each of which has labels. */
const pagePaths = (/^Routes: (.*?)\. Several/m.exec(text)?.[1] ?? '').split(' ; ');

/** A call of section 7, which a page must have made with success. */
export interface Call {
  /** Such as 'POST /api/clients'. */
  readonly says: string;
  readonly method: string;
  readonly path: RegExp;
}

const section7 = text.slice(text.indexOf('## 7.'), text.indexOf('## 8.'));
const calls: readonly Call[] = [...new Set(section7.match(/\/api\/[\w/{}-]+/g))].map((path) => {
  const method = section7.includes(`GET ${path}`) ? 'GET' : 'POST';
  return { says: `${method} ${path}`, method, path: new RegExp(pathPattern(path)) };
});

/** The call of a request. */
export const callOf = (method: string, url: string): Call | undefined => {
  const { pathname } = new URL(url);
  return calls.find((call) => call.method === method && call.path.test(pathname));
};

interface Item {
  readonly says: string;
  readonly sections: string;
}

/** Everything that the stories must cover. */
export const allItems = (): Item[] => [
  ...watchedSentences().map(({ says }) => ({ says, sections: sectionsOf(plain(says)) })),
  ...watchedLabels().map(({ says }) => ({ says, sections: '2' })),
  ...Object.entries(passages).map(([says, passage]) => ({ says, sections: sectionsOf(passage) })),
  ...calls.map(({ says }) => ({ says, sections: '7' })),
];

/** Faults in the list itself: each path needs labels, and each passage must be in the specification. */
export const faults = (): string[] => [
  ...pagePaths.filter((path) => !labels[path]).map((path) => `no labels for ${path}`),
  ...Object.entries(passages)
    .filter(([, passage]) => !text.includes(passage))
    .map(([says, passage]) => `not in the specification: ${passage} (${says})`),
  ...Object.keys({ ...gatedTests, ...withoutPage })
    .filter((says) => !allItems().some((item) => item.says === says))
    .map((says) => `in a test apart, but no item: ${says}`),
];

/** The text that a component test must contain for an item: the item itself, or a passage's own words. */
export const wordsOf = (says: string): string => passages[says as Passage] ?? says;

const plain = (says: string): string =>
  says.replace('Page {x} of {y}', 'Page x of y').replace('Branch ID: {n}', 'Branch ID: n');

/** The numbers of the sections that contain some words. */
const sectionsOf = (words: string): string =>
  text
    .split(/^## /m)
    .filter((section) => section.includes(words))
    .map((section) => Number.parseInt(section, 10))
    .join(', ');
