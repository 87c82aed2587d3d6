import type { Letter } from '@dayline/runtime/mail/port';
import ICAL from 'ical.js';

/** A visit in a patient's calendar. Instants are ms since the epoch, UTC. */
interface InvitedVisit {
  /** The same for all messages of a visit, as in the doctor's calendar feed. */
  readonly uid: string;
  /** Grows with each message. */
  readonly sequence: number;
  readonly isCancelled: boolean;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly now: number;
  readonly summary: string;
  readonly location: string | null;
  readonly from: string;
  readonly to: string;
}

const utc = (instant: number) => ICAL.Time.fromJSDate(new Date(instant), true);

/** The iCalendar part of a message (RFC 5545, RFC 5546), which adds, moves or removes the visit. */
export function invitation(visit: InvitedVisit): NonNullable<Letter['calendar']> {
  const { uid, sequence, isCancelled, startsAt, endsAt, now, summary, location, from, to } = visit;
  const method = isCancelled ? 'CANCEL' : 'REQUEST';
  const event = new ICAL.Component('vevent');
  const values = {
    ...{ uid, sequence, summary, status: isCancelled ? 'CANCELLED' : 'CONFIRMED' },
    ...{ dtstamp: utc(now), dtstart: utc(startsAt), dtend: utc(endsAt) },
    ...(location !== null && { location }),
    organizer: `mailto:${from}`,
  };
  for (const [name, value] of Object.entries(values)) event.addPropertyWithValue(name, value);
  const attendee = event.addPropertyWithValue('attendee', `mailto:${to}`);
  attendee.setParameter('rsvp', 'FALSE');
  const calendar = new ICAL.Component('vcalendar');
  for (const [name, value] of Object.entries({ version: '2.0', prodid: '-//Dayline//Dayline//EN', method })) {
    calendar.addPropertyWithValue(name, value);
  }
  calendar.addSubcomponent(event);
  return { method, content: `${calendar.toString()}\r\n` };
}
