/** Suites that share one product: each has its own doctors, and a start takes longer than most of them. */
import './availability.ts';
import './doors/api-keys.ts';
import './doors/calendar-feed.ts';
import './doors/events.ts';
import './doors/holds.ts';
import './doors/messages.ts';
import './doors/partner-commands.ts';
import './doors/waiting-list.ts';
import './doors/webhooks.ts';
import './day-hours.ts';
import './doctor.ts';
import './doors/export-appointments.ts';
import './doors/export-lists.ts';
import './leave.ts';
import './many.ts';
import './organisation.ts';
import './overbook.ts';
import './people-to-call.ts';
import './queue.ts';
import './schedule.ts';
import './sessions.ts';
import './spans.ts';
// At the end: days of the whole hospital, and its takings.
import './calendar.ts';
import './day-close.ts';
import { closeSharedClinic } from '../../testing/started-clinic.ts';

afterAll(closeSharedClinic);
