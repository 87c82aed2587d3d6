import { clientCalendarEvents, leaveEvents } from './calendar.ts';
import type { Category } from './categories.ts';
import { clientDayEvents } from './client-day.ts';
import { peopleEvents } from './client-people.ts';
import { chatEvents } from './contact/chat.ts';
import { messageEvents } from './contact/messages.ts';
import { waitingEvents } from './contact/waiting.ts';
import type { EventDefinition, EventOf, Recorded } from './definition.ts';
import { apiKeyEvents, displayEvents } from './displays.ts';
import { doctorDayEvents } from './doctor-day.ts';
import { importEvents } from './imports.ts';
import { logHeadEvents } from './log-head.ts';
import { accountEvents, clientEvents, departmentEvents, signInEvents, signInMonthEvents } from './organisation.ts';
import { doctorEvents, doctorScheduleEvents, patientEvents } from './people.ts';
import { webhookEvents } from './webhooks.ts';

/** Every event, by the category of its stream. */
export const eventsByCategory = {
  doctorDay: doctorDayEvents,
  doctorSchedule: doctorScheduleEvents,
  doctor: doctorEvents,
  patient: patientEvents,
  department: departmentEvents,
  client: clientEvents,
  people: peopleEvents,
  clientCalendar: clientCalendarEvents,
  clientDay: clientDayEvents,
  import: importEvents,
  leave: leaveEvents,
  message: messageEvents,
  waiting: waitingEvents,
  display: displayEvents,
  apiKey: apiKeyEvents,
  chat: chatEvents,
  webhooks: webhookEvents,
  account: accountEvents,
  signIns: signInEvents,
  signInMonth: signInMonthEvents,
  logHead: logHeadEvents,
} as const satisfies Readonly<Record<Category, readonly EventDefinition[]>>;

export type DaylineEvent = EventOf<(typeof eventsByCategory)[Category][number]>;
export type RecordedDaylineEvent = Recorded<DaylineEvent>;
export type EventType = DaylineEvent['type'];
/** An event whose definition includes its sentence. */
export type EventWithSentence = EventOf<
  Extract<(typeof eventsByCategory)[Category][number], { sentence: readonly unknown[] }>
>;
/** The events whose sentence needs a decision (`query-service/src/activity/`). */
export type WithoutSentence<Event extends DaylineEvent> = Exclude<Event, { readonly type: EventWithSentence['type'] }>;
export type TypeOf<C extends Category> = (typeof eventsByCategory)[C][number]['type'];

const definitions = Object.values(eventsByCategory).flat();
export const eventTable: ReadonlyMap<string, EventDefinition> = new Map(
  definitions.map((event) => [event.type, event]),
);
export const eventTypes = [...new Set(definitions.map(({ type }) => type))];

/** Whether this build knows the type and the version of an event read from the log. */
export const isKnownEvent = <Event extends Pick<Recorded, 'type' | 'metadata'>>(
  event: Event,
): event is Event & RecordedDaylineEvent => isKnownVersion(event.type, event.metadata.schemaVersion);

export const isKnownVersion = (type: string, version: number): boolean =>
  version <= (eventTable.get(type)?.version ?? 0);

/** Sign-ins are in two. */
const categoriesOfType = new Map<string, readonly string[]>();
for (const [category, list] of Object.entries(eventsByCategory)) {
  for (const { type } of list) categoriesOfType.set(type, [...(categoriesOfType.get(type) ?? []), category]);
}
const isInCategory = (type: string, fits: (category: string) => boolean): boolean =>
  categoriesOfType.get(type)?.some(fits) === true;

/** Whether a known event belongs to a category. */
export const isOfCategory = <C extends Category>(
  event: DaylineEvent,
  category: C,
): event is Extract<DaylineEvent, { type: TypeOf<C> }> => isInCategory(event.type, (one) => one === category);

/**
 * Whether a known event, upcast, is in a stream of its category and its data fits its schema. Every event that the
 * product appended is; its personal fields may be encrypted or null.
 */
export const isWellFormed = ({ type, stream, data }: Pick<Recorded, 'type' | 'stream' | 'data'>): boolean =>
  isInCategory(type, (category) => stream.startsWith(`${category}-`)) &&
  eventTable.get(type)?.data.safeParse(data).success === true;
