import { titledName, withCountryCode } from '@dayline/contracts/doctors';
import { type ErrorCode, isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/ids';
import { derivedFrom } from '@dayline/platform/ids/derived';
import type { Vault } from '@dayline/platform/vault/port';
import type { CommandContext } from '../kernel/command-context.ts';
import type { Kernels } from '../kernels.ts';
import type { DoctorCommand, DoctorContext } from '../slices/doctor/doctor.ts';
import type { Changed } from './availability.ts';
import { addressScope, doctorOf } from './given.ts';

export interface NewDoctor {
  readonly departmentId: string;
  /** 'Dr.' is put in front where it is missing. */
  readonly name: string;
  /** 91 is put in front of 10 digits. */
  readonly contactNumber: string;
  readonly email: string;
  readonly meetingLink?: string | null;
  /** Paise; null is none set. */
  readonly consultationFee?: number | null;
  readonly externalId?: string | null;
  /** 0 is no branch. */
  readonly branchId?: number;
}

type Of<Kind extends DoctorCommand['kind']> = Omit<Extract<DoctorCommand, { kind: Kind }>, 'kind'> & {
  readonly pocId: string;
};

/** A value that nobody else may have: where it is reserved, and what a taken one is refused with. */
interface Unique {
  readonly scope: string;
  readonly value: string;
  readonly taken: ErrorCode;
}

export type DoctorCommands = ReturnType<typeof doctorCommands>;

/** Adding a doctor, and what is changed of one later. */
export function doctorCommands(kernels: Kernels, { reservations, accounts }: Pick<Vault, 'accounts' | 'reservations'>) {
  async function given(clientId: string): Promise<DoctorContext> {
    const { state } = await kernels.clients.load(streams.client(clientId));
    const meetingLinkHost = state?.meetingLinkHost ?? 'https://meet.google.com';
    return { meetingLinkHost, branchIds: state?.branches.map((branch) => branch.id) ?? [] };
  }

  async function change(pocId: string, command: DoctorCommand, by: CommandContext): Promise<Changed | Refusal> {
    const doctor = await doctorOf(kernels, pocId, by.clientId);
    if (isRefusal(doctor)) return doctor;
    const execution = { stream: streams.doctor(pocId), command, given: await given(by.clientId), by };
    const outcome = await kernels.doctors.execute(execution);
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }

  /** Reserves all values for the doctor, or none. */
  async function reserveAll(values: readonly Unique[], pocId: string, by: CommandContext): Promise<Refusal | null> {
    const mine: Unique[] = [];
    for (const unique of values) {
      const reserved = await reservations.reserve(unique.scope, unique.value, pocId, by.now);
      if (reserved.id !== pocId) {
        await releaseAll(mine);
        return refuse(unique.taken);
      }
      if (!reserved.completed) mine.push(unique);
    }
    return null;
  }

  const releaseAll = (values: readonly Unique[]) =>
    Promise.all(values.map(({ scope, value }) => reservations.release(scope, value)));

  return {
    async addDoctor(
      doctor: NewDoctor,
      by: CommandContext,
    ): Promise<{ pocId: string; position: string | null } | Refusal> {
      const { state: department } = await kernels.departments.load(streams.department(doctor.departmentId));
      if (!department) return refuse('department.unknown');
      if (department.clientId !== by.clientId) return refuse('access.foreign');
      const pocId = derivedFrom(by.commandId, 'doctor');
      const account = await accounts.byEmail(doctor.email.toLowerCase());
      if (account && account.pocId !== pocId) return refuse('email.taken');
      const values = uniqueValues(doctor, by.clientId);
      const taken = await reserveAll(values, pocId, by);
      if (taken) return taken;
      const outcome = await kernels.doctors.execute({
        stream: streams.doctor(pocId),
        command: {
          kind: 'add',
          clientId: by.clientId,
          departmentId: doctor.departmentId,
          name: titledName(doctor.name),
          specialization: department.name,
          contactNumber: withCountryCode(doctor.contactNumber),
          email: doctor.email,
          meetingLink: doctor.meetingLink ?? null,
          consultationFee: doctor.consultationFee ?? null,
          externalId: doctor.externalId ?? null,
          branchId: doctor.branchId ?? 0,
        },
        given: await given(by.clientId),
        by,
      });
      if (isRefusal(outcome)) {
        // With the key of another doctor the values that this one asked for belong to nobody.
        if (outcome.refused !== 'key.reused') await releaseAll(values);
        return outcome;
      }
      await Promise.all(values.map(({ scope, value }) => reservations.complete(scope, value)));
      return { pocId, position: outcome.position };
    },

    reviseDoctor: ({ pocId, ...data }: Of<'revise'>, by: CommandContext) =>
      change(pocId, { kind: 'revise', ...data }, by),
    setDoctorBranch: ({ pocId, ...data }: Of<'setBranch'>, by: CommandContext) =>
      change(pocId, { kind: 'setBranch', ...data }, by),
    changeProfilePhoto: ({ pocId, ...data }: Of<'changePhoto'>, by: CommandContext) =>
      change(pocId, { kind: 'changePhoto', ...data }, by),
    /** Ids of the photos that a doctor had before the present one. */
    async formerPhotos(pocId: string): Promise<readonly string[]> {
      return (await kernels.doctors.load(streams.doctor(pocId))).state?.formerPhotoIds ?? [];
    },
    setMeetingLink: ({ pocId, ...data }: Of<'setLink'>, by: CommandContext) =>
      change(pocId, { kind: 'setLink', ...data }, by),
    /** `fee` in paise. */
    setConsultationFee: ({ pocId, ...data }: Of<'setFee'>, by: CommandContext) =>
      change(pocId, { kind: 'setFee', ...data }, by),
    verifyDoctorEmail: ({ pocId }: { readonly pocId: string }, by: CommandContext) =>
      change(pocId, { kind: 'verifyEmail' }, by),
    activateDoctor: ({ pocId, ...data }: Of<'activate'>, by: CommandContext) =>
      change(pocId, { kind: 'activate', ...data }, by),
  };
}

function uniqueValues({ email, externalId }: NewDoctor, clientId: string): Unique[] {
  const values: Unique[] = [{ scope: addressScope, value: email.toLowerCase(), taken: 'email.taken' }];
  if (externalId) values.push({ scope: `externalId:${clientId}`, value: externalId, taken: 'external-id.taken' });
  return values;
}
