import type { z } from 'zod';
import { activityEndpoints } from './activity.ts';
import { addDoctorEndpoints } from './add-doctor.ts';
import { appointmentEndpoints } from './appointments.ts';
import { asOfEndpoints } from './as-of.ts';
import { auditEndpoints } from './audit.ts';
import { availabilityEndpoints } from './availability.ts';
import { availabilityCommandEndpoints } from './availability-commands.ts';
import { boardEndpoints } from './boards.ts';
import { bookingEndpoints } from './booking.ts';
import { directoryEndpoints } from './directory.ts';
import { directoryPageEndpoints } from './directory-pages.ts';
import { doctorEndpoints } from './doctor.ts';
import { onboardingEndpoints } from './onboarding.ts';
import { photoEndpoints } from './photos.ts';
import { proofEndpoints } from './proof.ts';
import { reportEndpoints } from './report.ts';
import { scheduleEndpoints } from './schedule.ts';
import { sessionEndpoints } from './session.ts';

/**
 * Every call. Routers, validation, authorisation, the web client, the OpenAPI document, the proxy's paths and the
 * refusal tests are derived from this table; no path or shape is repeated elsewhere.
 */
export const endpoints = {
  ...sessionEndpoints,
  ...directoryEndpoints,
  ...directoryPageEndpoints,
  ...addDoctorEndpoints,
  ...bookingEndpoints,
  ...availabilityEndpoints,
  ...availabilityCommandEndpoints,
  ...scheduleEndpoints,
  ...doctorEndpoints,
  ...photoEndpoints,
  ...boardEndpoints,
  ...appointmentEndpoints,
  ...auditEndpoints,
  ...activityEndpoints,
  ...asOfEndpoints,
  ...proofEndpoints,
  ...reportEndpoints,
  ...onboardingEndpoints,
} as const;

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
