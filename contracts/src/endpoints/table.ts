import type { z } from 'zod';
import { addDoctorEndpoints } from './add-doctor.ts';
import { appointmentEndpoints } from './appointments.ts';
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
import { scheduleEndpoints } from './schedule.ts';
import { sessionEndpoints } from './session.ts';

/**
 * Every call there is. Routers, validation, authorisation, the web's client, the OpenAPI document, the proxy's split of
 * paths and the refusal tests all come from here; nothing repeats a path or a shape by hand.
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
  ...onboardingEndpoints,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export type RequestOf<Name extends EndpointName> = z.infer<Endpoints[Name]['request']>;
/** What a caller may send, before defaults and trimming. */
export type RequestInputOf<Name extends EndpointName> = z.input<Endpoints[Name]['request']>;
export type ResponseOf<Name extends EndpointName> = z.infer<Endpoints[Name]['response']>;

type NamesOfKind<Kind> = {
  [Name in EndpointName]: Endpoints[Name]['kind'] extends Kind ? Name : never;
}[EndpointName];
export type CommandName = NamesOfKind<'command'>;
export type QueryName = NamesOfKind<'query'>;
