import type { CommandHandlers } from '@dayline/http/handler';
import type { Blobs } from '@dayline/vault/blobs/port';
import type { OnboardingDeps } from './account/link-calls.ts';
import { onboardingHandlers } from './account/onboarding-calls.ts';
import { type SignInDeps, signInHandlers } from './account/sign-in-calls.ts';
import { signInLinkHandlers } from './account/sign-in-link-calls.ts';
import type { Commands } from './commands.ts';
import { doctorCalls } from './doctor/doctor-calls.ts';
import { photoHandlers } from './doctor/photo-calls.ts';
import { appointmentCalls } from './doctor-day/appointment-calls.ts';
import { availabilityCalls } from './doctor-day/availability-calls.ts';
import { scheduleCalls } from './doctor-schedule/schedule-calls.ts';
import { patientCalls } from './patient/patient-calls.ts';

export type CallHandlersDeps = SignInDeps & Omit<OnboardingDeps, 'doctors'> & { readonly blobs: Blobs };

/** One handler per command of the endpoint table; a missing one is a type error. */
export const commandHandlers = (commands: Commands, deps: CallHandlersDeps): CommandHandlers => ({
  ...signInHandlers(deps),
  ...onboardingHandlers({ ...deps, doctors: commands }),
  ...signInLinkHandlers({ ...deps, doctors: commands }),
  ...patientCalls(commands),
  ...appointmentCalls(commands),
  ...availabilityCalls(commands),
  ...scheduleCalls(commands),
  ...doctorCalls(commands),
  ...photoHandlers(commands, deps.blobs),
});
