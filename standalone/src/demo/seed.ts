import { setTimeout as pause } from 'node:timers/promises';
import type { CommandContext } from '@dayline/command-service/command-handler/command-context';
import type { Commands } from '@dayline/command-service/modules';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { EventLog } from '@dayline/event-log/port';
import { demoClients } from './clients.ts';
import { contextOf, type Founded, foundClient, mustSucceed } from './founding.ts';
import { type DemoStep, demoSteps } from './plan.ts';
import type { DaySchedule } from './turns.ts';

const day = 86_400_000;

/** Commands whose log appends in turns. */
export interface Seeding {
  readonly commands: Commands;
  readonly turns: DaySchedule;
  readonly log: Pick<EventLog, 'head'>;
}

/** A client and the ids that its steps have created so far. */
interface PlayedClinic extends Founded {
  readonly patientIds: string[];
  readonly visits: Map<string, { readonly appointmentId: string; readonly eventId: string | undefined }>;
}

/** A step and its client. */
interface Due {
  readonly played: PlayedClinic;
  readonly step: DemoStep;
}

/**
 * Creates the demo data with the commands behind the calls, each at its own instant and in that order. `anchor` (ms,
 * UTC) is when the demo was first started; the same anchor gives the same data, and existing data is not created again.
 */
export async function seedDemo({ commands, turns, log }: Seeding, anchor: number): Promise<void> {
  const clients: PlayedClinic[] = [];
  for (const [index, client] of demoClients.entries()) {
    const foundedClient = await foundClient(commands, client, anchor - (40 - index) * day);
    clients.push({ ...foundedClient, patientIds: [], visits: new Map() });
  }
  // Both clients' steps by time, so that the log is in the order of the instants.
  const due = clients
    .flatMap((playedClinic) =>
      demoSteps(playedClinic.client, anchor).map((step): Due => ({ played: playedClinic, step })),
    )
    .sort((a, b) => a.step.at - b.step.at);
  for (let doneCount = 0; doneCount < due.length; ) {
    const window = independentSteps(due, doneCount);
    await Promise.all(window.map((next) => turns.take(() => runStep({ commands, log }, next))));
    doneCount += window.length;
  }
}

/** Most commands in flight at once. */
const maxAtOnce = 64;
/** A registration appends several times, a move appends on several days, and closing a day sums what was appended. */
const runAlone: readonly DemoStep['call'][] = ['savePatient', 'moveAppointment', 'closeDay'];

/**
 * The next consecutive steps that are independent. Two with the same subject would deadlock, one waiting for the stream
 * and one for its turn.
 */
function independentSteps(due: readonly Due[], from: number): Due[] {
  const window: Due[] = [];
  const subjects = new Set<string>();
  for (const next of due.slice(from, from + maxAtOnce)) {
    const { played, step } = next;
    const subject = `${played.client.key} ${step.subject}`;
    const isAlone = runAlone.includes(step.call);
    if (subjects.has(subject) || (isAlone && window.length > 0)) break;
    subjects.add(subject);
    window.push(next);
    if (isAlone) break;
  }
  return window;
}

type Command = (request: object, by: CommandContext) => Promise<object | Refusal>;

async function runStep({ commands, log }: Omit<Seeding, 'turns'>, { played, step }: Due): Promise<void> {
  const { client, clientId, doctorIds, patientIds, visits } = played;
  const visit = visits.get(step.visit ?? '');
  const actor = typeof step.by === 'string' ? played.doctors.get(step.by) : played.desks[step.by];
  if (!actor) throw new Error(`The demo has no ${step.by} for ${step.key}.`);
  const by = contextOf({ now: step.at, clientId, actor }, step.call, `${client.key} ${step.key}`);
  const patientId = patientIds[step.patient ?? -1];
  const request = {
    ...step.request,
    ...(step.doctor !== undefined && { pocId: doctorIds.get(step.doctor) }),
    ...(patientId !== undefined && { patientId }),
    ...(visit && { appointmentId: visit.appointmentId }),
    ...(step.call === 'undoAppointmentStatus' && { eventId: visit?.eventId }),
    ...(step.call === 'moveAppointment' && { fee: { difference: 'taken' } }),
  };
  if (step.call === 'closeDay') return closeDay({ commands, log }, String(step.request['date']), by);
  // Cast is safe: the tests play every command of demo.json.
  const command = commands[step.call] as Command;
  const result = mustSucceed(await command(request, by), step.key);
  if (step.patient !== undefined && 'patientId' in result) patientIds[step.patient] = String(result.patientId);
  const appointmentId = 'appointmentId' in result ? String(result.appointmentId) : visit?.appointmentId;
  const eventId = 'eventId' in result ? String(result.eventId) : undefined;
  if (step.visit !== undefined && appointmentId) visits.set(step.visit, { appointmentId, eventId });
}

/** In ms. If the views don't catch up, the demo has no closed day. */
const maxWait = 30_000;

async function closeDay({ commands, log }: Omit<Seeding, 'turns'>, date: string, by: CommandContext): Promise<void> {
  const position = await log.head();
  for (let waitMs = 0; waitMs < maxWait; waitMs += 20) {
    const result = await commands.closeDay({ date, position, closings: 0 }, by);
    if (!isRefusal(result) || result.refused !== 'views.behind') {
      mustSucceed(result, 'closing');
      return;
    }
    await pause(20);
  }
}
