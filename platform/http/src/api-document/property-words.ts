import type { Shape } from './components.ts';

/** The meaning of properties, wherever they occur. Properties with self-explanatory names have no entry. */
export const propertyWords: Readonly<Record<string, string>> = {
  // Ids
  clientId: 'The hospital or clinic that the call is about.',
  Client_ID: 'The hospital or clinic.',
  pocId: 'A "point of care": a doctor, or a unit, clinic or room that is booked like one.',
  POC_ID: 'The doctor, unit, clinic or room.',
  pocIds: 'Doctors or units.',
  External_POC_ID: "The hospital's own id of the doctor.",
  externalId: "The hospital's own id of the doctor.",
  userId: 'A patient.',
  otherId: 'Another record of the same person.',
  mergeId: 'A merge of two records.',
  User_ID: 'The patient.',
  patientId: 'A patient.',
  appointmentId: 'An appointment; it keeps its id when it is marked, moved within its day, or undone.',
  AppointmentId: 'The appointment; it keeps its id when it is marked, moved within its day, or undone.',
  eventId: 'The event that the command appended; an undo names it. Null if nothing had to change.',
  undo: 'The event that is undone, as `eventId` of the reply that made it.',
  batchId: 'What one command did to many, or one import.',
  batchSize: 'How many one command changed.',
  correlationId: 'The same for everything that one request led to.',
  causationId: 'The request or the event that led to this one.',
  commandId: 'The command that appended the event; derived from the Idempotency-Key where one was sent.',
  accountId: 'Whose sign-in it is.',
  invitedUntil: 'When the link of the invitation expires or expired; null where there is none.',
  actorId: 'The account, or the part of the product, that did it.',
  leaveId: 'A leave of a doctor, with what happened to each appointment.',
  importId: 'An uploaded file, and its import.',
  decisionsId: 'Names the saved decisions; from the reply that saved them, empty without any.',
  displayId: 'A screen on a wall.',
  dayId: 'A rule of the hospital calendar.',
  visitId: 'A visit before this product was used, as imported.',
  slotId: 'A time of a doctor on a day.',
  slot_id: 'A time of a doctor on a day.',
  keyId: 'The key that a head of the log is signed with.',
  keyIds: 'The keys that the personal fields are encrypted with.',
  departmentId: 'A department of the client.',
  comeUntil: "Until when the patient may come, where a time lasts long; a time of the clinic's day: HH:mm.",
  linkUntil: 'Until when the link can be used, in UTC.',
  branchId: 'A branch of the client; 0 is none.',
  BranchID: 'A branch of the client; 0 is none.',
  uhid: "The hospital's own number of the patient.",
  // Time
  date: "A day of the client's clinic, in its time zone: YYYY-MM-DD.",
  time: "A time of the clinic's day, 24 hours: HH:mm.",
  from: 'The first that counts: a date, time or position as its pattern says.',
  to: 'The last that counts, or where it goes to.',
  until: 'An instant in UTC.',
  at: 'When it happened, in UTC, or the time of the day.',
  recordedAt: 'When the event was recorded, in UTC.',
  calledAt: 'When the patient was called to the room, in UTC.',
  arrivedAt: 'When the patient arrived, in UTC.',
  movedAt: 'When it was moved, in UTC.',
  StatusAt: 'When the status was last changed, in UTC.',
  StatusBy: 'Who changed the status last.',
  undoUntil: 'Until when the undo is accepted, in UTC; null if there is none.',
  bookFrom: 'How long before a session its bookings open.',
  bookUntil: 'How long before a session its bookings close.',
  closesBefore: 'How many minutes before each slot its bookings close.',
  onRequest: 'Appointments are on request only; how to ask for one.',
  openEnd: 'The end is planned but not announced.',
  asOf: 'As the data stood at this instant (UTC) or position.',
  instant: 'An instant in UTC.',
  zone: "The client's IANA time zone: every date and time of the clinic is in it.",
  minutes: 'Length in minutes.',
  slotDuration: 'Length of a time in minutes.',
  bornOn: 'Date of birth: YYYY-MM-DD.',
  age: 'In years, or as it was told.',
  // Log and paging
  position: 'How far the log is: an opaque, ordered text. Send it as X-Read-After to see what the command did.',
  seen: 'What the caller has seen of it; a change meanwhile is refused.',
  revision: 'What the caller has seen of it; a change meanwhile is refused.',
  stream: 'The sequence of events that it belongs to.',
  cursor: 'X-Next-Cursor of the page before.',
  page: 'From 1.',
  digest: 'Of what was previewed: what would happen now must be the same.',
  chain: 'Digest of the event and of those before it in its stream.',
  sentence: 'For people, in English.',
  words: 'The parts of the sentence, for other languages.',
  noteWords: 'The parts of the note, for other languages.',
  args: 'What the words are filled with.',
  message: 'For people, in English.',
  code: 'Why it was refused, for programs.',
  success: 'Always true of a reply, false of a failure.',
  requestId: 'Names the call in the log of the product.',
  // Money
  amount: 'In rupees, as text with two decimals.',
  paise: 'In paise: 100 are a rupee.',
  fee: 'In paise.',
  paid: 'Whether or how much was paid.',
  refunded: 'What was given back, in paise.',
  taken: 'What was taken, in paise.',
  withoutAmount: 'Payments of which no amount was recorded.',
  method: 'How it was paid.',
  Consultation_Fees: 'In rupees, as text.',
  // Booking
  type: 'How the patient is seen.',
  status: 'Of the appointment.',
  Status: 'Of the appointment.',
  unit: 'Whether it is a unit, clinic or room in place of a doctor.',
  places: 'How many may be booked.',
  free: 'How many may still be booked.',
  left: 'How many remain.',
  quota: 'Places of a session kept for one kind of visit.',
  overbook: 'Booked beyond the places of the time.',
  overbooked: 'Whether, or how many are, beyond the places of the time.',
  session: 'A stretch of the day with hours of its own.',
  sessionIndex: 'Which session of the day, from 0.',
  token: "The patient's number in the queue of the day, or a one-time secret of a mailed link.",
  presence: 'Whether the patient is expected, waiting, or with the doctor.',
  movingTo: 'Where it is being moved to; null unless a move is under way.',
  call: 'When and where the patient was called; null before.',
  by: 'Who did it.',
  weeks: 'Weeks of the month, or the weekly hours in force from their dates.',
  every: 'How often the calendar rule repeats.',
  visit: 'Which visit of the patient to the doctor it is.',
  identity: 'Who the patient is besides name and contact.',
  noShows: 'How often the patient did not come.',
  outcome: 'What became of the call to the patient.',
  nonce: 'Any text, the same for each try of one click.',
  // Import
  field: 'The field that the column or cell is imported as; null if it is skipped.',
  corrected: 'Rows that were corrected automatically.',
  isCorrected: 'Whether it was corrected automatically.',
  needsDecision: 'Rows that need a decision.',
  undone: 'Rows whose effect was undone.',
  kept: 'Rows whose records are kept, because they have changed since.',
};

/** Schemas with descriptions added to properties that have none. */
export function described(schemas: Readonly<Record<string, Shape>>): Record<string, Shape> {
  const describe = (shape: unknown): unknown => {
    if (Array.isArray(shape)) return shape.map(describe);
    if (typeof shape !== 'object' || shape === null) return shape;
    const parts = Object.entries(shape).map(([keyword, part]) => [keyword, describe(part)]);
    const { properties, ...rest } = Object.fromEntries(parts);
    if (typeof properties !== 'object') return Object.fromEntries(parts);
    const named = Object.entries(properties as Readonly<Record<string, Shape>>).map(([name, property]) => {
      const description = propertyWords[name];
      return [name, description === undefined ? property : { description, ...property }];
    });
    return { ...rest, properties: Object.fromEntries(named) };
  };
  // Cast is safe: an object stays an object.
  return describe(schemas) as Record<string, Shape>;
}
