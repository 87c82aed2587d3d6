import { type ActivityOutcome, activityOutcomes } from '@dayline/contracts/activity';
import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { type ActivityAction, activityActions } from '@dayline/contracts/events/definition';
import { appointmentIdSchema, dateSchema, idSchema } from '@dayline/contracts/ids';
import { instantAtClinic, timeAtClinic } from '../../shared/format/time.ts';
import type { IconName } from '../../ui/icons/icon.tsx';
import type { EntryTone } from '../../ui/theme/tokens.ts';
import { activityText, technicalText } from './text.ts';

/** The preset views, one of which is always selected. */
export const readyViews = ['everything', 'notable', 'signIns', 'reads'] as const;
export type ReadyView = (typeof readyViews)[number];

/** The activity's filters, as in the address. */
export interface ActivityFilters {
  readonly view: ReadyView;
  /** yyyy-mm-dd at the clinic; null for all days. */
  readonly day: string | null;
  readonly person: string | null;
  readonly patient: string | null;
  readonly doctor: string | null;
  readonly action: ActivityAction | null;
  readonly outcome: ActivityOutcome | null;
}
export type FilterName = keyof ActivityFilters;

/** The address's value for all days; without a day, the list shows today. */
export const everyDay = 'every';

const among = <Value extends string>(values: readonly Value[], value: string | null): Value | null =>
  values.find((candidate) => candidate === value) ?? null;

/** Reads the address; invalid values are ignored. */
export function readActivityFilters(params: URLSearchParams, today: string): ActivityFilters {
  const day = params.get('day');
  return {
    view: among(readyViews, params.get('view')) ?? 'everything',
    day: day === everyDay ? null : (dateSchema.safeParse(day).data ?? today),
    person: params.get('person'),
    patient: idSchema.safeParse(params.get('patient')).data ?? null,
    doctor: idSchema.safeParse(params.get('doctor')).data ?? null,
    action: among(activityActions, params.get('action')),
    outcome: among(activityOutcomes, params.get('outcome')),
  };
}

/** The list's request, without paging. */
export function requestOf(clientId: string, filters: ActivityFilters): RequestInputOf<'listActivity'> {
  const { view, day, person, patient, doctor, outcome } = filters;
  const action = view === 'signIns' ? 'signIn' : view === 'reads' ? 'read' : filters.action;
  return {
    clientId,
    ...(view === 'notable' && { notable: true }),
    ...(day !== null && { from: day, to: day }),
    ...(person !== null && { actorId: person }),
    ...(patient !== null && { patientId: patient }),
    ...(doctor !== null && { pocId: doctor }),
    ...(action !== null && { action }),
    ...(outcome !== null && { outcome }),
  };
}

/** Whether an entry's appointment has a history: a request may have named one that never existed. */
export const isStory = (appointmentId: string | null): appointmentId is string =>
  appointmentIdSchema.safeParse(appointmentId).success;

export interface Sign {
  readonly icon: IconName;
  /** A status's colour, teal for an undo, grey for the rest. */
  readonly tone: EntryTone;
}

const signOfAction: Record<ActivityAction, Sign> = {
  booking: { icon: 'plus', tone: 'confirmed' },
  visit: { icon: 'check', tone: 'visited' },
  cancellation: { icon: 'cross', tone: 'cancelled' },
  move: { icon: 'calendar', tone: 'confirmed' },
  queue: { icon: 'people', tone: 'confirmed' },
  contact: { icon: 'phone', tone: 'confirmed' },
  undo: { icon: 'undo', tone: 'teal' },
  correction: { icon: 'edit', tone: 'visited' },
  payment: { icon: 'fees', tone: 'quiet' },
  availability: { icon: 'blocked', tone: 'blocked' },
  schedule: { icon: 'calendar', tone: 'quiet' },
  doctor: { icon: 'stethoscope', tone: 'quiet' },
  patient: { icon: 'person', tone: 'quiet' },
  department: { icon: 'departments', tone: 'quiet' },
  settings: { icon: 'edit', tone: 'quiet' },
  leave: { icon: 'away', tone: 'quiet' },
  import: { icon: 'sortUp', tone: 'quiet' },
  signIn: { icon: 'lock', tone: 'quiet' },
  password: { icon: 'lock', tone: 'quiet' },
  read: { icon: 'eye', tone: 'quiet' },
  other: { icon: 'flow', tone: 'quiet' },
};

/** The icon of an entry; hollow for a refusal. */
export function signOf({ action, outcome, type, undoes }: ActivityEntry): Sign {
  if (outcome === 'refused') return { icon: 'blocked', tone: 'cancelled' };
  if (undoes !== null) return signOfAction.undo;
  if (type === 'AppointmentMarkedNotVisited') return { icon: 'cross', tone: 'notVisited' };
  return signOfAction[action];
}

/** `1:48:22 PM`, or `Nov 21, 1:48:22 PM` if the list has several days. */
export const timeOf = (recordedAt: string, zone: string, isOneDay: boolean): string =>
  isOneDay ? timeAtClinic(recordedAt, zone) : instantAtClinic(recordedAt, zone, true);

/** `4 s`, `3 min` or `2 h`: the time between two entries. */
export function spanOf(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  if (seconds < 60) return activityText.spans.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? activityText.spans.minutes(minutes) : activityText.spans.hours(Math.floor(minutes / 60));
}

/** An entry's technical details, as term and value. */
export const technicalOf = (entry: ActivityEntry): { term: string; value: string }[] => [
  { term: technicalText.type, value: entry.type },
  { term: technicalText.id, value: entry.eventId },
  { term: technicalText.stream, value: entry.stream },
  { term: technicalText.revision, value: String(entry.revision) },
  { term: technicalText.position, value: entry.position },
  { term: technicalText.recordedAt, value: entry.recordedAt },
  { term: technicalText.correlation, value: entry.correlationId },
];
