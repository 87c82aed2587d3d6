import { openBranches } from '@dayline/contracts/client-settings';
import { titledName, withCountryCode } from '@dayline/contracts/doctors';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { Vault } from '@dayline/vault/port';
import type { ClientAggregate } from '../client/client-commands.ts';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { DepartmentAggregate } from '../department/department-commands.ts';
import { emailAddress, reserveAddress, settleAddress } from '../unique-values/email-address.ts';
import { externalIdAt, settleExternalId } from '../unique-values/external-id.ts';
import { claim, reserve, type UniqueValue } from '../unique-values/unique-values.ts';
import type { DoctorCommand, DoctorContext, DoctorState, doctor } from './doctor.ts';

export interface NewDoctor {
  readonly kind?: 'unit' | undefined;
  readonly departmentId: string;
  /** A doctor's name without a title gets 'Dr.' in front. */
  readonly name: string;
  /** 10 digits get the prefix 91. Null only for a unit. */
  readonly contactNumber: string | null;
  /** Null for a unit, and only for units. */
  readonly email: string | null;
  readonly meetingLink?: string | null;
  /** Paise; null means none set. */
  readonly consultationFee?: number | null;
  readonly externalId?: string | null;
  /** 0 means no branch. */
  readonly branchId?: number;
}

type Of<Kind extends DoctorCommand['kind']> = Omit<Extract<DoctorCommand, { kind: Kind }>, 'kind'> & {
  readonly pocId: string;
};

export interface DoctorAggregate {
  readonly doctors: HandlerOf<typeof doctor>;
}

export type DoctorCommands = ReturnType<typeof doctorCommands>;

/** The doctor, if owned by the client. */
export async function doctorOf(
  { doctors }: DoctorAggregate,
  pocId: string,
  clientId: string,
): Promise<DoctorState | Refusal> {
  const { state } = await doctors.load(streams.doctor(pocId));
  if (!state) return refuse('doctor.unknown');
  return state.clientId === clientId ? state : refuse('access.foreign');
}

export interface DoctorDeps {
  readonly aggregates: DoctorAggregate & DepartmentAggregate & ClientAggregate;
  readonly vault: Pick<Vault, 'accounts' | 'reservations'>;
}

/** Decides on a doctor of the client. */
export async function changeDoctor(
  aggregates: DoctorAggregate & ClientAggregate,
  { pocId, ...command }: DoctorCommand & { readonly pocId: string },
  by: CommandContext,
): Promise<Changed | Refusal> {
  const doctor = await doctorOf(aggregates, pocId, by.clientId);
  if (isRefusal(doctor)) return doctor;
  const execution = { stream: streams.doctor(pocId), command, context: await contextAt(aggregates, by.clientId), by };
  const outcome = await aggregates.doctors.execute(execution);
  return isRefusal(outcome) ? outcome : { position: outcome.position };
}

/** Adding a doctor and changing a doctor's data. */
export function doctorCommands({ aggregates, vault }: DoctorDeps) {
  const change = (pocId: string, command: DoctorCommand, by: CommandContext) =>
    changeDoctor(aggregates, { pocId, ...command }, by);

  return {
    addDoctor: (doctor: NewDoctor, by: CommandContext) => addDoctor({ aggregates, vault }, doctor, by),
    reviseDoctor: ({ pocId, ...data }: Of<'revise'>, by: CommandContext) =>
      change(pocId, { kind: 'revise', ...data }, by),
    setDoctorBranch: ({ pocId, ...data }: Of<'setBranch'>, by: CommandContext) =>
      change(pocId, { kind: 'setBranch', ...data }, by),
    changeProfilePhoto: ({ pocId, ...data }: Of<'changePhoto'>, by: CommandContext) =>
      change(pocId, { kind: 'changePhoto', ...data }, by),
    /** Ids of the doctor's earlier photos. */
    async formerPhotos(pocId: string): Promise<readonly string[]> {
      return (await aggregates.doctors.load(streams.doctor(pocId))).state?.formerPhotoIds ?? [];
    },
    setMeetingLink: ({ pocId, ...data }: Of<'setLink'>, by: CommandContext) =>
      change(pocId, { kind: 'setLink', ...data }, by),
    /** `fee` in paise. */
    setConsultationFee: ({ pocId, ...data }: Of<'setFee'>, by: CommandContext) =>
      change(pocId, { kind: 'setFee', ...data }, by),
    correctDoctor: (request: Corrected, by: CommandContext) => correctDoctor({ aggregates, vault }, request, by),
    renameUnit: ({ pocId, ...data }: Of<'renameUnit'>, by: CommandContext) =>
      change(pocId, { kind: 'renameUnit', ...data }, by),
    setOnRequest: ({ pocId, ...data }: Of<'setOnRequest'>, by: CommandContext) =>
      change(pocId, { kind: 'setOnRequest', ...data }, by),
    setLeft: ({ pocId, ...data }: Of<'setLeft'>, by: CommandContext) => change(pocId, { kind: 'setLeft', ...data }, by),
    setFeeRules: ({ pocId, ...data }: Of<'setFeeRules'>, by: CommandContext) =>
      change(pocId, { kind: 'setFeeRules', ...data }, by),
    setRoom: ({ pocId, ...data }: Of<'setRoom'>, by: CommandContext) => change(pocId, { kind: 'setRoom', ...data }, by),
    openCalendarFeed: ({ pocId, ...data }: Of<'openCalendarFeed'>, by: CommandContext) =>
      change(pocId, { kind: 'openCalendarFeed', ...data }, by),
    revokeCalendarFeed: ({ pocId }: Of<'revokeCalendarFeed'>, by: CommandContext) =>
      change(pocId, { kind: 'revokeCalendarFeed' }, by),
    changeDoctorEmail: (request: EmailOf, by: CommandContext) => changeEmail({ aggregates, vault }, request, by),
    confirmDoctorEmail: ({ pocId, email }: EmailOf, by: CommandContext) =>
      change(pocId, { kind: 'confirmEmail', email }, by),
    verifyDoctorEmail: ({ pocId, ...data }: Of<'verifyEmail'>, by: CommandContext) =>
      change(pocId, { kind: 'verifyEmail', ...data }, by),
    activateDoctor: ({ pocId, ...data }: Of<'activate'>, by: CommandContext) =>
      change(pocId, { kind: 'activate', ...data }, by),
  };
}

type Corrected = Pick<NewDoctor, 'name' | 'contactNumber' | 'departmentId' | 'branchId'> & {
  readonly pocId: string;
  /** Null: none. Absent: as before. */
  readonly externalId?: string | null | undefined;
};

/** By the desk. Another external id is reserved first, and the former one is free afterwards. */
async function correctDoctor(
  { aggregates, vault: { reservations } }: DoctorDeps,
  { pocId, departmentId, name, contactNumber, branchId, externalId }: Corrected,
  by: CommandContext,
): Promise<Changed | Refusal> {
  const { clientId } = by;
  const { state: department } = await aggregates.departments.load(streams.department(departmentId), 0);
  if (department?.clientId !== clientId) return refuse('access.foreign');
  const doctor = await doctorOf(aggregates, pocId, clientId);
  if (isRefusal(doctor)) return doctor;
  if (department.isClosed && doctor.departmentId !== departmentId) return refuse('department.closed');
  const details = {
    name: doctor.kind === 'unit' ? name.trim() : titledName(name),
    contactNumber: contactNumber === null ? null : withCountryCode(contactNumber),
  };
  const value = externalId ? externalIdAt(aggregates, clientId, externalId) : null;
  if (value && !(await reserve(reservations, value, pocId))) return refuse('external-id.taken');
  const corrected = await changeDoctor(
    aggregates,
    { kind: 'correct', pocId, departmentId, specialization: department.name, branchId, externalId, ...details },
    by,
  );
  if (isRefusal(corrected) && value) await releaseUnheld(reservations, [value], pocId);
  if (!isRefusal(corrected) && externalId !== undefined)
    await settleExternalId({ aggregates, vault: { reservations } }, { pocId, clientId });
  return corrected;
}

export interface EmailOf {
  readonly pocId: string;
  readonly email: string;
}

/** Before the sign-up the address changes at once; later the new one is reserved when its owner uses the link. */
async function changeEmail(
  { aggregates, vault }: DoctorDeps,
  { pocId, email }: EmailOf,
  by: CommandContext,
): Promise<(Changed & { readonly accountId: string | null }) | Refusal> {
  const { clientId } = by;
  const doctor = await doctorOf(aggregates, pocId, clientId);
  if (isRefusal(doctor)) return doctor;
  if (doctor.kind === 'unit') return refuse('unit.without-account');
  // The id of the account that the mail to the former address was about, if it was sent.
  const accountId = derivedFrom(pocId, 'account');
  const account = await vault.accounts.byId(doctor.accountId ?? accountId);
  const owned = account || doctor.email === null ? null : await vault.accounts.evenClosed(emailKey(doctor.email));
  if (!account && (doctor.accountId !== null || owned?.account.pocId === pocId)) return refuse('account.deactivated');
  // Signed up on the command line, or by an invitation that an earlier build accepted.
  if (account && account.passwordHash !== null && doctor.accountId === null) {
    const activated = await activate({ aggregates, vault }, { pocId, accountId }, by);
    if (isRefusal(activated)) return activated;
    return changeEmail({ aggregates, vault }, { pocId, email }, by);
  }
  const address = doctor.accountId === null ? emailAddress(aggregates, vault, email) : null;
  if (address && !(await reserveAddress({ aggregates, vault }, email, { accountId, owner: pocId })))
    return refuse('email.taken');
  const command = { kind: 'changeEmail', email } as const;
  const context = await contextAt(aggregates, clientId);
  const changed = await aggregates.doctors.execute({ stream: streams.doctor(pocId), command, context, by });
  if (isRefusal(changed)) {
    if (address) await releaseUnheld(vault.reservations, [address], pocId);
    return changed;
  }
  if (address) await settleAddress({ aggregates, vault }, pocId);
  return { position: changed.position, accountId: changed.state?.accountId ?? null };
}

/** Records a sign-up that the doctor's stream lacks. */
async function activate(
  { aggregates }: DoctorDeps,
  { pocId, accountId }: { readonly pocId: string; readonly accountId: string },
  by: CommandContext,
): Promise<Changed | Refusal> {
  const verified = await changeDoctor(aggregates, { pocId, kind: 'verifyEmail' }, partOf(by, 'verify'));
  if (isRefusal(verified)) return verified;
  return changeDoctor(aggregates, { pocId, kind: 'activate', accountId }, partOf(by, 'activate'));
}

/** Reserves the doctor's address and external id, adds the doctor, and completes the reservations. */
async function addDoctor(
  { aggregates, vault }: DoctorDeps,
  doctor: NewDoctor,
  by: CommandContext,
): Promise<{ pocId: string; position: string | null } | Refusal> {
  const { reservations } = vault;
  const { state: department } = await aggregates.departments.load(streams.department(doctor.departmentId), 0);
  if (!department) return refuse('department.unknown');
  if (department.clientId !== by.clientId) return refuse('access.foreign');
  if (department.isClosed) return refuse('department.closed');
  const ownId = derivedFrom(by.commandId, 'doctor');
  const address = doctor.email === null ? null : emailAddress(aggregates, vault, doctor.email);
  const holder = address ? await claim(reservations, address, ownId) : { id: ownId, state: 'mine' };
  if (holder.state === 'pending' || holder.state === 'changing') return refuse('email.taken');
  // An abandoned address is taken over with its id: if its owner continues after all, both try to start the same stream
  // and one fails.
  const pocId = holder.id;
  const account = address && (await vault.accounts.ownerOf(address.value));
  if (address && account && account.pocId !== pocId) {
    await release(reservations, [address], pocId);
    return refuse('email.taken');
  }
  const externalId = doctor.externalId ? externalIdAt(aggregates, by.clientId, doctor.externalId) : null;
  const values = [address, externalId].filter((value) => value !== null);
  // If the doctor exists, this is a retry (answered as before), or the address is taken.
  if (externalId && holder.state !== 'kept') {
    // An abandoned id is taken over: its owner starts the stream right afterwards, or never.
    if (!(await reserve(reservations, externalId, pocId))) {
      if (address) await release(reservations, [address], pocId);
      return refuse('external-id.taken');
    }
  }
  const outcome = await aggregates.doctors.execute({
    stream: streams.doctor(pocId),
    command: {
      kind: 'add',
      data: {
        ...(doctor.kind && { kind: doctor.kind }),
        clientId: by.clientId,
        departmentId: doctor.departmentId,
        name: doctor.kind === 'unit' ? doctor.name.trim() : titledName(doctor.name),
        specialization: department.name,
        contactNumber: doctor.contactNumber === null ? null : withCountryCode(doctor.contactNumber),
        email: doctor.email,
        meetingLink: doctor.meetingLink ?? null,
        consultationFee: doctor.consultationFee ?? null,
        externalId: doctor.externalId ?? null,
        branchId: doctor.branchId ?? 0,
      },
    },
    context: await contextAt(aggregates, by.clientId),
    by,
  });
  if (isRefusal(outcome)) {
    await releaseUnheld(reservations, values, pocId);
    return outcome.refused === 'value.taken' ? refuse('email.taken') : outcome;
  }
  // A repeated command may be answered after the value has changed.
  for (const { scope, value, holderOf } of values)
    if ((await holderOf(pocId)) === 'holds') await reservations.complete(scope, value, pocId);
  return { pocId, position: outcome.position };
}

async function contextAt({ clients }: ClientAggregate, clientId: string): Promise<DoctorContext> {
  const { state } = await clients.load(streams.client(clientId));
  const meetingLinkHost = state?.meetingLinkHost ?? 'https://meet.google.com';
  return { meetingLinkHost, branchIds: state ? openBranches(state).map(({ id }) => id) : [] };
}

/** Another command of the doctor may have set the value meanwhile. */
async function releaseUnheld(reservations: Vault['reservations'], values: readonly UniqueValue[], pocId: string) {
  for (const value of values)
    if ((await value.holderOf(pocId)) !== 'holds') await release(reservations, [value], pocId);
}

const release = (reservations: Vault['reservations'], values: readonly UniqueValue[], pocId: string) =>
  Promise.all(values.map(({ scope, value }) => reservations.release(scope, value, pocId)));
