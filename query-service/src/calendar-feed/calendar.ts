import ICAL from 'ical.js';

/** An event of a calendar. Instants are ms since the epoch, UTC. */
export interface CalendarEvent {
  readonly uid: string;
  /** Grows with each change. */
  readonly sequence: number;
  readonly start: number;
  /** Null: not known. */
  readonly end: number | null;
  readonly summary: string;
  readonly isCancelled: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string | null;
  readonly changedAt: string;
}

type Property = [name: string, parameters: object, type: string, value: string | number];

// RFC 7986, and the older name of the same, which every calendar knows.
ICAL.design.icalendar.property['name'] = { defaultType: 'text' };
ICAL.design.icalendar.property['x-wr-calname'] = { defaultType: 'text' };
// The space that begins a continued line counts too: 75 octets in all.
ICAL.foldLength = 74;

/** How often a client should ask. */
const refresh = 'PT15M';

const text = (name: string, value: string): Property => [name, {}, 'text', value];
/** Without fractions of a second, in UTC. */
const dateTime = (name: string, at: string | number): Property => [
  name,
  {},
  'date-time',
  `${new Date(at).toISOString().slice(0, 19)}Z`,
];

const eventOf = (event: CalendarEvent): Parameters<typeof componentText>[0] => [
  'vevent',
  [
    text('uid', event.uid),
    ['sequence', {}, 'integer', event.sequence],
    // Without METHOD it says when the event was last revised, so that an unchanged calendar has the same bytes.
    dateTime('dtstamp', event.changedAt),
    dateTime('last-modified', event.changedAt),
    ...(event.createdAt === null ? [] : [dateTime('created', event.createdAt)]),
    dateTime('dtstart', event.start),
    ...(event.end === null ? [] : [dateTime('dtend', event.end)]),
    text('summary', event.summary),
    text('status', event.isCancelled ? 'CANCELLED' : 'CONFIRMED'),
  ],
  [],
];

const end = 'END:VCALENDAR\r\n';
/** Events that are written in one step, which takes a few ms. */
const eventsInStep = 100;

// Casts are safe: the library declares the arrays of jCal (RFC 7265) by their nesting only.
const componentText = (
  component: readonly [name: string, properties: readonly Property[], parts: readonly []],
): string => ICAL.stringify(component as never);

/**
 * A calendar as iCalendar text (RFC 5545, RFC 7986).
 * @param turn awaited between steps, so that other calls are answered while a long one is written
 */
export async function calendarText(
  name: string,
  events: readonly CalendarEvent[],
  turn: () => Promise<void>,
): Promise<string> {
  const properties: Property[] = [
    text('version', '2.0'),
    text('prodid', '-//Dayline//Dayline//EN'),
    text('calscale', 'GREGORIAN'),
    text('name', name),
    text('x-wr-calname', name),
    ['refresh-interval', {}, 'duration', refresh],
    ['x-published-ttl', {}, 'unknown', refresh],
  ];
  const lines: string[] = [];
  for (const [index, event] of events.entries()) {
    if (index % eventsInStep === 0) await turn();
    lines.push(componentText(eventOf(event)));
  }
  const head = componentText(['vcalendar', properties, []]).slice(0, -end.length);
  return `${head}${lines.join('')}${end}`;
}
