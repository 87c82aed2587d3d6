import { type Intersection, merged } from '@dayline/contracts/merged';
import type { CommandHandlers } from '@dayline/http/handler';
import type { Config } from '@dayline/runtime/config/config';
import { account } from './account/account.ts';
import { accountCommands } from './account/account-commands.ts';
import { addDoctorCalls } from './account/add-doctor-calls.ts';
import { onboardingCalls } from './account/onboarding-calls.ts';
import { ownAccountCalls } from './account/own-account-calls.ts';
import { passkeyCalls } from './account/passkeys/passkey-calls.ts';
import { passkeyEnrolmentCalls } from './account/passkeys/passkey-enrolment-calls.ts';
import { passkeySignInCalls } from './account/passkeys/passkey-sign-in-calls.ts';
import { proofCalls } from './account/proof-calls.ts';
import { secondFactorCalls } from './account/second-factor-calls.ts';
import { secondStepCalls } from './account/second-step-calls.ts';
import { signInCalls } from './account/sign-in-calls.ts';
import { signInLinkCalls } from './account/sign-in-link-calls.ts';
import { apiKey } from './api-keys/api-key.ts';
import { apiKeyCalls } from './api-keys/api-key-calls.ts';
import { apiKeyCommands } from './api-keys/api-key-commands.ts';
import { chat } from './chat/chat.ts';
import { chatCalls, chatCommands } from './chat/chat-commands.ts';
import { client } from './client/client.ts';
import { clientCalls } from './client/client-calls.ts';
import { clientCommands } from './client/client-commands.ts';
import { calendarCalls } from './client-calendar/calendar-calls.ts';
import { calendarCommands } from './client-calendar/calendar-commands.ts';
import { clientCalendar } from './client-calendar/client-calendar.ts';
import { clientDay } from './client-day/client-day.ts';
import { closeDayCalls, closeDayCommands } from './client-day/close-day-commands.ts';
import { type CommandHandlerOptions, createCommandHandler, type HandlerOf } from './command-handler/command-handler.ts';
import type { Decider, Fact } from './command-handler/decider.ts';
import { FollowedChanges } from './command-handler/followed-changes.ts';
import { PulledChanges } from './command-handler/pulled-changes.ts';
import { contactCalls, contactCommands } from './contacts/contact-commands.ts';
import { department } from './department/department.ts';
import { departmentCalls } from './department/department-calls.ts';
import { departmentCommands } from './department/department-commands.ts';
import { display } from './displays/display.ts';
import { displayCalls } from './displays/display-calls.ts';
import { displayCommands } from './displays/display-commands.ts';
import { calendarFeedCalls } from './doctor/calendar-feed-calls.ts';
import { doctor } from './doctor/doctor.ts';
import { doctorCalls } from './doctor/doctor-calls.ts';
import { doctorCommands } from './doctor/doctor-commands.ts';
import { appointmentCommands } from './doctor-day/appointment-commands.ts';
import { appointmentCalls } from './doctor-day/calls/appointment-calls.ts';
import { availabilityCalls } from './doctor-day/calls/availability-calls.ts';
import { paymentCalls } from './doctor-day/calls/payment-calls.ts';
import { doctorDay } from './doctor-day/decide.ts';
import { availabilityCommands } from './doctor-day/hours/availability-commands.ts';
import { paymentCommands } from './doctor-day/money/payment-commands.ts';
import { doctorSchedule } from './doctor-schedule/doctor-schedule.ts';
import { scheduleCalls } from './doctor-schedule/schedule-calls.ts';
import { scheduleCommands } from './doctor-schedule/schedule-commands.ts';
import { importDecider } from './import/aggregate/import.ts';
import { importCalls } from './import/import-calls.ts';
import { leave } from './leave/leave.ts';
import { leaveCalls } from './leave/leave-calls.ts';
import { leaveCommands } from './leave/leave-commands.ts';
import { manyCalls, manyCommands } from './many/many-commands.ts';
import { message } from './message/message.ts';
import { choiceCalls } from './message-choice/choice-calls.ts';
import { choiceCommands } from './message-choice/choice-commands.ts';
import { answerCalls, answerCommands } from './message-process/answer-visit.ts';
import { stopCalls, stopCommands } from './message-process/stop-message.ts';
import { moveCalls } from './moving/move-calls.ts';
import { moveCommands } from './moving/move-commands.ts';
import { holdCommands } from './partner/hold-commands.ts';
import { partnerCalls } from './partner/partner-calls.ts';
import { patient } from './patient/patient.ts';
import { patientCalls } from './patient/patient-calls.ts';
import { patientCommands } from './patient/patient-commands.ts';
import { mergeCalls } from './patient-merge/merge-calls.ts';
import { mergeCommands } from './patient-merge/merge-commands.ts';
import { factorsOfPeopleCommands } from './people/factors-of-people-commands.ts';
import { invitationCalls } from './people/invitation-calls.ts';
import { people } from './people/people.ts';
import { peopleCalls } from './people/people-calls.ts';
import { peopleCommands } from './people/people-commands.ts';
import { policyCalls } from './people/policy-calls.ts';
import { photoCalls } from './photo/photo-calls.ts';
import { queueCalls } from './queue/queue-calls.ts';
import { queueCommands } from './queue/queue-commands.ts';
import { retentionCalls, retentionCommands } from './retention/retention-commands.ts';
import { signInMonth } from './retention/sign-in-month.ts';
import { signInRetentionCalls, signInRetentionCommands } from './retention/sign-in-retention.ts';
import { singleSignOnCalls } from './single-sign-on/single-sign-on-calls.ts';
import { singleSignOnCommands } from './single-sign-on/single-sign-on-commands.ts';
import { waiting } from './waiting/waiting.ts';
import { waitingCalls } from './waiting-process/waiting-calls.ts';
import { waitingCommands } from './waiting-process/waiting-commands.ts';
import { webhookCalls } from './webhooks/webhook-calls.ts';
import { webhookCommands } from './webhooks/webhook-commands.ts';
import { webhooks } from './webhooks/webhooks.ts';

/** Every aggregate: its decider, its commands, and the calls that use them. */
export const modules = {
  days: {
    decider: doctorDay,
    commands: [
      appointmentCommands,
      paymentCommands,
      moveCommands,
      manyCommands,
      queueCommands,
      contactCommands,
      availabilityCommands,
    ],
    calls: [appointmentCalls, paymentCalls, moveCalls, manyCalls, queueCalls, contactCalls, availabilityCalls],
  },
  schedules: { decider: doctorSchedule, commands: [scheduleCommands], calls: [scheduleCalls] },
  doctors: { decider: doctor, commands: [doctorCommands], calls: [doctorCalls, photoCalls, calendarFeedCalls] },
  patients: {
    decider: patient,
    commands: [patientCommands, mergeCommands, retentionCommands],
    calls: [patientCalls, mergeCalls, retentionCalls],
  },
  signInMonths: { decider: signInMonth, commands: [signInRetentionCommands], calls: [signInRetentionCalls] },
  departments: { decider: department, commands: [departmentCommands], calls: [departmentCalls] },
  clients: {
    decider: client,
    commands: [clientCommands, singleSignOnCommands],
    calls: [clientCalls, singleSignOnCalls],
  },
  calendars: { decider: clientCalendar, commands: [calendarCommands], calls: [calendarCalls] },
  clientDays: { decider: clientDay, commands: [closeDayCommands], calls: [closeDayCalls] },
  imports: { decider: importDecider, commands: [], calls: [importCalls] },
  leaves: { decider: leave, commands: [leaveCommands], calls: [leaveCalls] },
  messages: {
    decider: message,
    commands: [choiceCommands, answerCommands, stopCommands],
    calls: [choiceCalls, answerCalls, stopCalls],
  },
  waiting: { decider: waiting, commands: [waitingCommands], calls: [waitingCalls] },
  displays: { decider: display, commands: [displayCommands], calls: [displayCalls] },
  apiKeys: { decider: apiKey, commands: [apiKeyCommands, holdCommands], calls: [apiKeyCalls, partnerCalls] },
  chats: { decider: chat, commands: [chatCommands], calls: [chatCalls] },
  webhooks: { decider: webhooks, commands: [webhookCommands], calls: [webhookCalls] },
  people: {
    decider: people,
    commands: [peopleCommands, factorsOfPeopleCommands],
    calls: [peopleCalls, invitationCalls, policyCalls],
  },
  accounts: {
    decider: account,
    commands: [accountCommands],
    calls: [
      ...[signInCalls, secondStepCalls, secondFactorCalls, proofCalls, passkeyCalls, passkeySignInCalls],
      passkeyEnrolmentCalls,
      ...[addDoctorCalls, ownAccountCalls, onboardingCalls, signInLinkCalls],
    ],
  },
};
type Modules = typeof modules;
type CommandsOf = Modules[keyof Modules]['commands'][number];
type CallsOf = Modules[keyof Modules]['calls'][number];

/** A command handler for each aggregate. */
export type Aggregates = { readonly [Name in keyof Modules]: HandlerOf<Modules[Name]['decider']> };

export function createAggregates(options: Omit<CommandHandlerOptions, 'changes'>): Aggregates {
  const { log } = options;
  const changes = log.isRemote ? new FollowedChanges(log) : new PulledChanges(log);
  const handlers = Object.entries(modules).map(([name, { decider }]) => [
    name,
    createCommandHandler(decider as Decider<unknown, unknown, Fact, unknown>, { ...options, changes }),
  ]);
  // Casts are safe: each name gets the handler of its own decider.
  return Object.fromEntries(handlers) as Aggregates;
}

/** Drops the cached streams, so that no decrypted data stays in memory. */
export function forgetStreams(aggregates: Aggregates): void {
  for (const handler of Object.values(aggregates)) handler.forget();
}

type CommandsDeps = Omit<Intersection<Parameters<CommandsOf>[0]>, 'rules'> & {
  readonly config: Pick<Config, 'bookingHorizonDays' | 'undoWindowSeconds'>;
};

export const dayRules = ({ bookingHorizonDays, undoWindowSeconds }: CommandsDeps['config']) => ({
  horizonDays: bookingHorizonDays,
  undoWindowMs: undoWindowSeconds * 1_000,
});

/** Every command as a typed function, used by the calls, the command line and the demo data. */
export function createCommands({ config, ...rest }: CommandsDeps) {
  const deps = { ...rest, rules: dayRules(config) };
  return merged(
    Object.values(modules)
      .flatMap<CommandsOf>(({ commands }) => commands)
      .map((commandsOf) => commandsOf(deps)),
  );
}
export type Commands = ReturnType<typeof createCommands>;

/** One handler per command of the endpoint table; a missing one is a type error. */
export const commandHandlers = (
  commands: Commands,
  deps: Intersection<Extract<Parameters<CallsOf>[1], object>>,
): CommandHandlers =>
  merged(
    Object.values(modules)
      .flatMap<CallsOf>(({ calls }) => calls)
      .map((callsOf) => callsOf(commands, deps)),
  );
