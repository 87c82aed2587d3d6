import { daysBetween } from '@dayline/contracts/clinic/clinic-time';
import { canOverbook, openSlots, placesOf } from '@dayline/contracts/clinic/day/availability';
import { daySlots } from '@dayline/contracts/clinic/slots';
import type { Position } from '@dayline/contracts/ids';
import type { LiveCounts, LiveDay, LiveMessage } from '@dayline/contracts/live';
import type { CountsRow, DeskViews, DoctorDayRow } from '@dayline/contracts/views';
import { isRecent } from '@dayline/contracts/views/chat-fold';
import { picturedDays, todaysCard } from '../desk/cards.ts';
import type { ChangedRows, ChangedView } from '../desk/desk.ts';
import type { Directories } from '../desk/directory.ts';
import { heldUntil, overbookLimitOf, settingOf } from '../desk/doctor-days.ts';
import type { Clinics } from '../desk/snapshot.ts';
import { type Room, roomOfClient, roomOfDisplay, roomOfDoctor } from './rooms.ts';

/** The rows of every view that changed between two positions, including the later one. */
export type Change = ChangedRows<ChangedView>;

/** A display with a screen on this process. */
export interface OpenDisplay {
  readonly id: string;
  readonly clientId: string;
  readonly pocIds: readonly string[];
}

export interface MessageSetting extends Omit<Clinics, 'directory'> {
  /** The position up to which the views were read. */
  readonly at: Position;
  readonly directories: Directories;
  /** Whether a room has members: nothing is sent to empty rooms. */
  readonly hasListeners: (room: Room) => boolean;
  readonly displays: readonly OpenDisplay[];
  /** Whether a doctor's weekly template differs from the one the hub had. */
  readonly hasNewSchedule: (doctor: DeskViews['doctors']) => boolean;
}

/** Slots are sent for days within this many days; for later ones a hint is sent. */
export const nearDays = 14;
/** Above this number of days or cards, a hint or a refetch is sent instead, so that a packet stays small. */
const daysAtMost = 8;
const cardsAtMost = 100;

interface RoomDraft {
  today: Extract<LiveMessage, { topic: 'today' }>['rows'];
  /** Moved to another day or doctor. */
  gone: string[];
  counts: LiveCounts[];
  days: LiveDay[];
  hint: { views: Set<HintView>; pocIds: Set<string>; dates: Set<string> };
  refetch: boolean;
}
type Hint = Extract<LiveMessage, { topic: 'hint' }>;
type HintView = Hint['views'][number];

/**
 * The messages for each room about a change; pure. "Today's boards, slot cards and counts get the rows themselves;
 * other pages get a hint". A room gets only rows of its own client or doctor, which every row names.
 */
export function messagesOf(change: Change, setting: MessageSetting): Map<Room, LiveMessage[]> {
  const { directories, clinicOf, hasListeners, hasNewSchedule } = setting;
  const drafts = new Map<Room, RoomDraft>();
  const into = (rooms: readonly Room[], write: (draft: RoomDraft) => void) => {
    for (const room of rooms) {
      if (!hasListeners(room)) continue;
      const draft = drafts.get(room) ?? emptyDraft();
      drafts.set(room, draft);
      write(draft);
    }
  };

  for (const row of change.appointments) {
    const isToday = row.date === clinicOf(row.clientId).date;
    into([roomOfClient(row.clientId), roomOfDoctor(row.pocId)], (draft) => {
      hint(draft, 'appointments', row);
      if (isToday && row.gone) draft.gone.push(row.key);
      else if (isToday) draft.today.push(todaysCard(row, directories.of(row.clientId)));
    });
    // Another doctor may have the same patient waiting.
    if (isToday && row.presence) into(roomsOfDoctors(row.clientId, directories), (draft) => hint(draft, 'calls'));
  }
  for (const row of change.counts) {
    if (row.key.startsWith('department:')) {
      into([roomOfClient(row.clientId)], (draft) => hint(draft, 'departments'));
      continue;
    }
    if (row.date !== null && !isPictured(row.date, clinicOf(row.clientId).date)) continue;
    const room = row.pocId === null ? roomOfClient(row.clientId) : roomOfDoctor(row.pocId);
    into([room], (draft) => draft.counts.push(liveCounts(row)));
  }
  for (const row of change.doctorDays) {
    const now = clinicOf(row.clientId);
    const daysAhead = daysBetween(now.date, row.date);
    into([roomOfClient(row.clientId), roomOfDoctor(row.pocId)], (draft) => {
      const day =
        daysAhead < 0 || daysAhead > nearDays || draft.days.length >= daysAtMost
          ? null
          : liveDay(row, { ...setting, directory: directories.of(row.clientId) });
      if (day) draft.days.push(day);
      else hint(draft, 'doctorDays', row);
    });
  }
  for (const row of change.doctors) {
    const isNewSchedule = hasNewSchedule(row);
    into([roomOfClient(row.clientId), roomOfDoctor(row.key)], (draft) => {
      hint(draft, 'doctors', { pocId: row.key });
      if (isNewSchedule) draft.refetch = true;
    });
  }
  for (const row of change.departments) into([roomOfClient(row.clientId)], (draft) => hint(draft, 'departments'));
  for (const row of change.patients) into([roomOfClient(row.clientId)], (draft) => hint(draft, 'patients'));
  for (const row of change.duplicates) into([roomOfClient(row.clientId)], (draft) => hint(draft, 'patients'));
  // Only the patient's page shows a past visit.
  for (const row of change.pastVisits) into([roomOfClient(row.clientId)], (draft) => hint(draft, 'patients'));
  for (const row of change.leaves) {
    into([roomOfClient(row.clientId), roomOfDoctor(row.pocId)], (draft) => hint(draft, 'leaves', { pocId: row.pocId }));
  }
  for (const row of change.imports) into([roomOfClient(row.clientId)], (draft) => hint(draft, 'imports'));
  for (const row of change.apiKeys) into([roomOfClient(row.clientId)], (draft) => hint(draft, 'apiKeys'));
  for (const row of change.chats) {
    if (isRecent(row, clinicOf(row.clientId).instant))
      into([roomOfClient(row.clientId)], (draft) => hint(draft, 'chats'));
  }
  for (const row of change.displays) into([roomOfClient(row.clientId)], (draft) => hint(draft, 'displays'));
  for (const row of change.people) into([roomOfClient(row.clientId)], (draft) => hint(draft, 'people'));
  for (const row of change.waiting) into([roomOfClient(row.clientId)], (draft) => hint(draft, 'waiting'));
  for (const row of change.closedDays) into([roomOfClient(row.clientId)], (draft) => hint(draft, 'closedDays'));
  for (const display of setting.displays.filter((display) => isOnWall(display, change, clinicOf))) {
    // A screen reads the data that it may show.
    into([roomOfDisplay(display.id)], (draft) => {
      draft.refetch = true;
    });
  }
  for (const { key } of [...change.clients, ...change.calendars]) {
    // The zone, the names of branches or the hours of any day may have changed: all of the client's pages may differ.
    into([roomOfClient(key), ...roomsOfDoctors(key, directories)], (draft) => {
      draft.refetch = true;
    });
  }
  return new Map([...drafts].map(([room, draft]) => [room, messagesOfDraft(draft, setting.at)]));
}

const roomsOfDoctors = (clientId: string, directories: Directories): Room[] =>
  directories
    .of(clientId)
    .doctorsOf(clientId)
    .map(({ key }) => roomOfDoctor(key));

/** Whether a change affects the contents of a display. */
function isOnWall(
  { id, clientId, pocIds }: OpenDisplay,
  change: Change,
  clinicOf: MessageSetting['clinicOf'],
): boolean {
  const isOfToday = (row: { readonly pocId: string; readonly date: string }) =>
    pocIds.includes(row.pocId) && row.date === clinicOf(clientId).date;
  return (
    change.appointments.some(isOfToday) ||
    change.doctorDays.some(isOfToday) ||
    change.doctors.some(({ key }) => pocIds.includes(key)) ||
    change.departments.some((row) => row.clientId === clientId) ||
    [...change.clients, ...change.calendars].some(({ key }) => key === clientId) ||
    change.displays.some(({ key }) => key === id)
  );
}

const emptyDraft = (): RoomDraft => ({
  today: [],
  gone: [],
  counts: [],
  days: [],
  hint: { views: new Set(), pocIds: new Set(), dates: new Set() },
  refetch: false,
});

function hint(draft: RoomDraft, view: HintView, { pocId, date }: { pocId?: string; date?: string } = {}) {
  draft.hint.views.add(view);
  if (pocId !== undefined) draft.hint.pocIds.add(pocId);
  if (date !== undefined) draft.hint.dates.add(date);
}

export const refetchAt = (at: Position): LiveMessage => ({ topic: 'refetch', at });

/** Sessions on these days have closed, without an event. */
export const closedAt = (
  at: Position,
  days: readonly { readonly pocId: string; readonly date: string }[],
): LiveMessage => {
  const { hint: closedHint } = emptyDraft();
  for (const day of days) {
    closedHint.pocIds.add(day.pocId);
    closedHint.dates.add(day.date);
  }
  closedHint.views.add('doctorDays');
  return { ...hintOf(closedHint, at), byClock: true };
};

/** At most one message per topic, since a page applies each topic once per position. */
function messagesOfDraft({ today, gone, counts, days, hint, refetch }: RoomDraft, at: Position): LiveMessage[] {
  if (refetch || today.length + gone.length > cardsAtMost) return [refetchAt(at)];
  const messages: LiveMessage[] = [];
  if (today.length + gone.length > 0) {
    messages.push({ topic: 'today', at, rows: today, ...(gone.length > 0 && { gone }) });
  }
  if (counts.length > 0) messages.push({ topic: 'counts', at, rows: counts });
  if (days.length > 0) messages.push({ topic: 'days', at, rows: days });
  if (hint.views.size > 0) messages.push(hintOf(hint, at));
  return messages;
}

const hintOf = ({ views, pocIds, dates }: RoomDraft['hint'], at: Position): Hint => ({
  topic: 'hint',
  at,
  views: [...views],
  pocIds: [...pocIds].sort(),
  dates: [...dates].sort(),
});

/** Whether a day's counts are part of a dashboard. */
function isPictured(date: string, today: string): boolean {
  const ago = daysBetween(date, today);
  return ago >= 0 && ago < picturedDays;
}

const liveCounts = ({ key, date, byStatus, byType, departments, doctors, at }: CountsRow): LiveCounts => ({
  key,
  date,
  byStatus,
  byType,
  departments,
  doctors,
  at,
});

/**
 * A day's slots as the availability query would return them now: without slots that the weekly hours no longer have.
 * Null if they have sessions, whose data is read anew.
 */
export function liveDay(row: DoctorDayRow, clinics: Clinics): LiveDay | null {
  const { pocId, date, at } = row;
  const slots = openSlots(daySlots(row, settingOf(clinics, row)));
  if (slots.some(({ session }) => session)) return null;
  const limit = overbookLimitOf(clinics, row);
  return {
    pocId,
    date,
    slots: slots.map((slot) => {
      const { time, minutes, capacity, booked, blocked, free } = slot;
      const hold = heldUntil(clinics, row.clientId, slot);
      const overbook = canOverbook(slot, limit) && { overbook: true as const };
      return { time, minutes, capacity, booked, blocked, free, places: placesOf(slot), ...overbook, ...hold };
    }),
    at,
  };
}
