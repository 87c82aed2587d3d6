import type { z } from 'zod';
import { merged } from '../merged.ts';
import { accountEndpoints } from './account/own-account.ts';
import { passkeyEndpoints } from './account/passkeys.ts';
import { secondFactorEndpoints } from './account/second-factor.ts';
import { singleSignOnEndpoints } from './account/single-sign-on.ts';
import { appointmentEndpoints } from './appointments/appointments.ts';
import { boardEndpoints } from './appointments/boards.ts';
import { bookingEndpoints } from './appointments/booking.ts';
import { callEndpoints } from './appointments/calls.ts';
import { manyEndpoints } from './appointments/many.ts';
import { messageEndpoints } from './appointments/messages.ts';
import { moveEndpoints } from './appointments/moves.ts';
import { paymentEndpoints } from './appointments/payments.ts';
import { queueEndpoints } from './appointments/queue.ts';
import { slipEndpoints } from './appointments/slips.ts';
import { takingsEndpoints } from './appointments/takings.ts';
import { waitingEndpoints } from './appointments/waiting.ts';
import { activityEndpoints } from './audit/activity.ts';
import { asOfEndpoints } from './audit/as-of.ts';
import { auditEndpoints } from './audit/audit.ts';
import { proofEndpoints } from './audit/proof.ts';
import { reportEndpoints } from './audit/report.ts';
import { calendarEndpoints } from './calendar.ts';
import { displayEndpoints } from './displays.ts';
import { addDoctorEndpoints } from './doctors/add-doctor.ts';
import { availabilityEndpoints } from './doctors/availability.ts';
import { availabilityCommandEndpoints } from './doctors/availability-commands.ts';
import { calendarFeedEndpoints } from './doctors/calendar-feed.ts';
import { directoryEndpoints } from './doctors/directory.ts';
import { directoryPageEndpoints } from './doctors/directory-pages.ts';
import { doctorEndpoints } from './doctors/doctor.ts';
import { photoEndpoints } from './doctors/photos.ts';
import { scheduleEndpoints } from './doctors/schedule.ts';
import { importEndpoints } from './import.ts';
import { leaveEndpoints } from './leave.ts';
import { onboardingEndpoints } from './onboarding.ts';
import { apiKeyEndpoints } from './partner/api-keys.ts';
import { chatbotTryEndpoints } from './partner/chatbot-try.ts';
import { chatEndpoints } from './partner/chats.ts';
import { partnerEventEndpoints } from './partner/events.ts';
import { partnerEndpoints } from './partner/partner.ts';
import { partnerCommandEndpoints } from './partner/partner-commands.ts';
import { webhookEndpoints } from './partner/webhooks.ts';
import { patientMergeEndpoints } from './patient-merge.ts';
import { patientSearchEndpoints } from './patient-search.ts';
import { patientEndpoints } from './patients.ts';
import { peopleEndpoints } from './people.ts';
import { sessionEndpoints } from './session.ts';
import { settingsEndpoints } from './settings.ts';

/**
 * Every call. Routers, validation, authorisation, the web client, the OpenAPI document, the proxy's paths and the
 * refusal tests are derived from this table; no path or shape is repeated elsewhere.
 */
export const endpoints = merged([
  sessionEndpoints,
  secondFactorEndpoints,
  passkeyEndpoints,
  singleSignOnEndpoints,
  accountEndpoints,
  peopleEndpoints,
  settingsEndpoints,
  directoryEndpoints,
  directoryPageEndpoints,
  addDoctorEndpoints,
  bookingEndpoints,
  availabilityEndpoints,
  availabilityCommandEndpoints,
  scheduleEndpoints,
  calendarEndpoints,
  doctorEndpoints,
  calendarFeedEndpoints,
  photoEndpoints,
  boardEndpoints,
  queueEndpoints,
  moveEndpoints,
  appointmentEndpoints,
  manyEndpoints,
  callEndpoints,
  paymentEndpoints,
  slipEndpoints,
  takingsEndpoints,
  patientEndpoints,
  patientMergeEndpoints,
  patientSearchEndpoints,
  messageEndpoints,
  auditEndpoints,
  activityEndpoints,
  asOfEndpoints,
  proofEndpoints,
  reportEndpoints,
  onboardingEndpoints,
  leaveEndpoints,
  importEndpoints,
  displayEndpoints,
  apiKeyEndpoints,
  partnerEndpoints,
  partnerCommandEndpoints,
  partnerEventEndpoints,
  webhookEndpoints,
  chatbotTryEndpoints,
  chatEndpoints,
  waitingEndpoints,
]);

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export type RequestOf<Name extends EndpointName> = z.infer<Endpoints[Name]['request']>;
/** A request before defaults and trimming. */
export type RequestInputOf<Name extends EndpointName> = z.input<Endpoints[Name]['request']>;
export type ResponseOf<Name extends EndpointName> = z.infer<Endpoints[Name]['response']>;

type NamesOfKind<Kind> = {
  [Name in EndpointName]: Endpoints[Name]['kind'] extends Kind ? Name : never;
}[EndpointName];
export type CommandName = NamesOfKind<'command'>;
export type QueryName = NamesOfKind<'query'>;
