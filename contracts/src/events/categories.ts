import { clientDayKey, type DoctorDay, dateOfClientDay, doctorDayKey, doctorDayOf, doctorOfLeave } from '../ids.ts';

interface CategoryDefinition {
  /** The key of a stream, made of the ids that it is about. */
  readonly key: (...ids: never[]) => string;
  /** The subject of all events of a stream, from its key. */
  readonly about: (key: string) => Partial<DoctorDay & { readonly patientId: string }>;
  /** The stream whose key encrypts the owner's personal fields; null if nobody owns it. */
  readonly owner: ((key: string) => string) | null;
}

const byId = (id: string): string => id;
const nothing = () => ({});
const doctor = (pocId: string): string => `doctor-${pocId}`;
const ofDoctor = { key: byId, about: (pocId: string) => ({ pocId }), owner: doctor };
const noOwner = { key: byId, about: nothing, owner: null };

/** Every category of streams. A stream is named `category-key`, ids in a key are joined by `_`. */
export const categories = {
  doctorDay: {
    key: doctorDayKey,
    about: doctorDayOf,
    owner: (key: string) => doctor(doctorDayOf(key).pocId),
  },
  doctorSchedule: ofDoctor,
  doctor: ofDoctor,
  patient: { key: byId, about: (patientId: string) => ({ patientId }), owner: (id: string) => `patient-${id}` },
  department: noOwner,
  client: noOwner,
  /** The accounts of a client. */
  people: noOwner,
  /** The hospital days of a client. */
  clientCalendar: noOwner,
  /** A clinic day of the whole hospital, when it is closed. */
  clientDay: { key: clientDayKey, about: (key: string) => ({ date: dateOfClientDay(key) }), owner: null },
  /** The rows of a file, imported one after another. */
  import: noOwner,
  /** Days off of a doctor, with what happens to their appointments. */
  leave: {
    key: byId,
    about: (leaveId: string) => ({ pocId: doctorOfLeave(leaveId) }),
    owner: (leaveId: string) => doctor(doctorOfLeave(leaveId)),
  },
  /** The messages to the patient of a visit. The key is the visit's first appointment. */
  message: { key: byId, about: (appointmentId: string) => doctorDayOf(appointmentId), owner: null },
  /** An entry of the waiting list. */
  waiting: noOwner,
  /** A display. */
  display: noOwner,
  /** A partner's key to the API. */
  apiKey: noOwner,
  /** A WhatsApp chat of a client: a keyed hash of the user's id. */
  chat: {
    key: (clientId: string, user: string) => `${clientId}_${user}`,
    about: nothing,
    owner: (key: string) => `chat-${key}`,
  },
  /** The webhooks of a client. */
  webhooks: noOwner,
  account: { key: byId, about: nothing, owner: (id: string) => `account-${id}` },
  /** A month's sign-ins of an account, which an alias stands for. */
  signIns: {
    key: (clientId: string, month: string, alias: string) => `${clientId}_${month}_${alias}`,
    about: nothing,
    owner: null,
  },
  /** A month of a client's sign-ins. The aliases of the month are made with the key named like this stream. */
  signInMonth: { key: (clientId: string, month: string) => `${clientId}_${month}`, about: nothing, owner: null },
  /** `signed` heads of the log, and `setBacks` that operators accepted. */
  logHead: { ...noOwner, key: (of: 'signed' | 'setBacks') => of },
} as const satisfies Readonly<Record<string, CategoryDefinition>>;

export type Category = keyof typeof categories;

/** The names of streams, from the ids that they are about. */
type StreamNames = { readonly [C in Category]: (...ids: Parameters<(typeof categories)[C]['key']>) => string };
const names = Object.fromEntries(
  Object.entries<CategoryDefinition>(categories).map(([category, { key }]) => [
    category,
    (...ids: never[]) => `${category}-${key(...ids)}`,
  ]),
  // Cast is safe: each name takes the parameters of its category's key.
) as StreamNames;

export const streams = {
  ...names,
  /** The audit trail of sign-ins with unknown addresses. */
  unknownAccount: names.account('unknown'),
  logHeads: names.logHead('signed'),
  setBacks: names.logHead('setBacks'),
} as const;

/** @throws Error if the stream has no category of ours */
export function categoryOf(stream: string): Category {
  const category = stream.slice(0, stream.indexOf('-'));
  if (!Object.hasOwn(categories, category)) throw new Error(`${stream} is of no category.`);
  return category as Category;
}

/** The part after the category: for a doctor-day, `{pocId}_{yyyymmdd}`. */
export const streamKey = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** A stream of sign-ins: of an account, which an alias stands for, in a month (yyyy-mm, UTC). */
export interface SignInStream {
  readonly clientId: string;
  readonly month: string;
  readonly alias: string;
}

const signInPrefix = 'signIns-' satisfies `${Category}-`;

/** Null if the stream has no sign-ins under an alias. */
export function signInStreamOf(stream: string): SignInStream | null {
  if (!stream.startsWith(signInPrefix)) return null;
  const [clientId = '', month = '', alias = ''] = streamKey(stream).split('_');
  return { clientId, month, alias };
}

/** The month in which an entry of an instant (UTC, ISO 8601) is recorded. */
export const signInMonthOf = (recordedAt: string): string => recordedAt.slice(0, 7);
