import type { CommandContext } from '@dayline/command-service/command-handler/command-context';
import type { Commands } from '@dayline/command-service/modules';
import { addDays, clinicDate } from '@dayline/contracts/clinic/clinic-time';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import { maxKeyDays } from '@dayline/contracts/partner/api-key';
import { derivedId } from '@dayline/runtime/ids/derived';
import { type DemoClient, type DemoDay, type DemoDoctor, demoPassword, weeks } from './clients.ts';

const minute = 60_000;
export const founder: Actor = { kind: 'system', id: 'demo', name: 'Dayline demo' };

/** A client of the demo with its doctors and accounts. */
export interface Founded {
  readonly client: DemoClient;
  readonly clientId: string;
  /** By the doctor's name. */
  readonly doctorIds: ReadonlyMap<string, string>;
  /** The desk accounts, in the order of the client's accounts. */
  readonly desks: readonly Actor[];
  /** The doctors with an account, by name. */
  readonly doctors: ReadonlyMap<string, Actor>;
}

/** Who gives a command of the demo, and when (ms, UTC). */
interface FoundingOptions {
  readonly now: number;
  readonly clientId: string;
  readonly actor: Actor;
}

/** A command's context; its name and the key identify it within the demo. */
export function contextOf({ now, clientId, actor }: FoundingOptions, command: string, key: string): CommandContext {
  const commandId = derivedId('demo', command, key);
  return {
    ...{ commandId, commandDigest: '', correlationId: commandId, causationId: commandId },
    ...{ actor, clientId, channel: 'demo', traceparent: null, now },
  };
}

/** No rule refuses the demo's data: a refusal is a bug in it. */
export function mustSucceed<Result extends object>(result: Result | Refusal, step: string): Result {
  if (isRefusal(result)) throw new Error(`The demo's ${step} was refused: ${result.refused}`);
  return result;
}

/** Creates a client, its departments, doctors, accounts, calendar and display, one minute apart. */
export async function foundClient(commands: Commands, client: DemoClient, from: number): Promise<Founded> {
  const { key, name, zone, branches } = client;
  let now = from;
  const founderContext = (command: string, own: string, clientId: string, actor = founder): CommandContext => {
    now += minute;
    return contextOf({ now, clientId, actor }, command, `${key} ${own}`);
  };
  const settings = { name, zone, branches: [...branches] };
  const { clientId } = mustSucceed(await commands.onboardClient(settings, founderContext('client', '', '')), name);
  const by = (command: string, own: string, actor = founder) => founderContext(command, own, clientId, actor);

  const departmentIds = new Map<string, string>();
  for (const department of client.departments) {
    const result = await commands.openDepartment({ name: department }, by('department', department));
    departmentIds.set(department, mustSucceed(result, department).departmentId);
  }
  const doctorIds = new Map<string, string>();
  for (const [index, doctor] of client.doctors.entries()) {
    const departmentId = departmentIds.get(doctor.department) ?? '';
    doctorIds.set(doctor.name, await addDoctor(commands, by, { client, doctor, departmentId, index }));
  }

  const desks: Actor[] = [];
  const doctors = new Map<string, Actor>();
  for (const { email, role, name: person, doctor = '' } of client.accounts) {
    const details = { email, role, name: person, pocId: doctorIds.get(doctor) ?? null, password: demoPassword };
    const { accountId } = mustSucceed(await commands.openAccount(details, by('account', email)), email);
    const actor: Actor = { kind: role, id: accountId, name: person };
    if (role === 'admin') desks.push(actor);
    if (role === 'doctor') doctors.set(doctor, actor);
  }
  const [desk] = desks;
  for (const hospitalDay of client.days) {
    const request = dayAhead(hospitalDay, clinicDate(from, zone));
    mustSucceed(await commands.setHospitalDay(request, by('hospital day', request.name, desk)), request.name);
  }
  const { waitingHall, partner } = client;
  if (waitingHall !== undefined) {
    // Nobody knows the token: a new link pairs its screen.
    const display = { name: waitingHall, pocIds: [...doctorIds.values()].slice(0, 6), linkHash: '' };
    mustSucceed(await commands.addDisplay(display, by('display', waitingHall, desk)), waitingHall);
  }
  if (partner !== undefined) {
    // No secret has this hash: the key is there to be looked at.
    const key = { name: partner, scopes: ['slots:read', 'appointments:read'] as const, hash: '', days: maxKeyDays };
    mustSucceed(await commands.issueApiKey(key, by('API key', partner, desk)), partner);
  }
  return { client, clientId, doctorIds, desks, doctors };
}

interface NewDoctor {
  readonly client: DemoClient;
  readonly doctor: DemoDoctor;
  readonly departmentId: string;
  /** Position in the client's list. */
  readonly index: number;
}

async function addDoctor(
  commands: Commands,
  by: (command: string, own: string) => CommandContext,
  { client, doctor, departmentId, index }: NewDoctor,
): Promise<string> {
  const { name, kind, meetingLink, branchId, onRequest, qualification, experienceYears } = doctor;
  const contactNumber = `91${9_800_000_000 + client.key.length * 1_000 + index}`;
  const details = {
    ...{ ...(kind && { kind }), departmentId, name, contactNumber, meetingLink, branchId },
    ...{ email: kind === 'unit' ? null : emailOf(client, name), consultationFee: doctor.fee },
  };
  const { pocId } = mustSucceed(await commands.addDoctor(details, by('doctor', name)), name);
  const week = weeks[doctor.hours];
  if (week.length > 0) mustSucceed(await commands.setWeeklySchedule({ pocId, week }, by('schedule', name)), name);
  if (onRequest) mustSucceed(await commands.setOnRequest({ pocId, sentence: onRequest }, by('on request', name)), name);
  mustSucceed(await commands.setRoom({ pocId, room: `Room ${index + 1}` }, by('room', name)), name);
  if (kind === 'unit') return pocId;
  const profile = { name, qualification, location: 'Pune', experienceYears, contactNumber };
  mustSucceed(await commands.reviseDoctor({ pocId, ...profile }, by('profile', name)), name);
  return pocId;
}

/** Beyond the booking horizon at the demo's start: no visit of the demo, or of its first weeks, is on such a day. */
const untilDays = 105;

/** A hospital day with its first date after the demo's visits; a weekly one begins then. */
function dayAhead({ on, ...rest }: DemoDay, firstDay: string) {
  const earliest = addDays(firstDay, untilDays);
  if (typeof on !== 'string') return { ...rest, on, from: earliest };
  const year = earliest.slice(0, 4);
  const date = `${year}-${on}`;
  return { ...rest, on: { date: date < earliest ? `${Number(year) + 1}-${on}` : date } };
}

/** A doctor with an account has its e-mail address; the others have generated ones. */
function emailOf(client: DemoClient, doctor: string): string {
  const account = client.accounts.find((candidate) => candidate.doctor === doctor);
  return account?.email ?? `${doctor.replace('Dr. ', '').toLowerCase().replace(' ', '.')}@${client.key}.example`;
}
