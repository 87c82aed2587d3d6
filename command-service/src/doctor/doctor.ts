import { feeRulesChange, feesChangedSince } from '@dayline/contracts/client-settings';
import { type DoctorProfile, unknownYet } from '@dayline/contracts/doctors';
import { contactMessage, emailMessage } from '@dayline/contracts/endpoints/doctors/add-doctor';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorEvent } from '@dayline/contracts/events/people';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { canonicalJson, type JsonObject } from '@dayline/contracts/json';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider, Decision } from '../command-handler/decider.ts';

export interface DoctorState extends DoctorProfile {
  /** Replaced photos, no longer shown anywhere. */
  readonly formerPhotoIds: readonly string[];
  readonly isEmailVerified: boolean;
  /** The address that an administrator requested last, until it is the doctor's. */
  readonly requestedEmail: string | null;
  readonly accountId: string | null;
  /** Of the calendar feed's secret; null without a feed. */
  readonly calendarFeedHash: string | null;
}

type Data<Type extends DoctorEvent['type']> = Extract<DoctorEvent, { type: Type }>['data'];

export type DoctorCommand =
  | { readonly kind: 'add'; readonly data: Data<'DoctorAdded'> }
  | ({ readonly kind: 'revise' } & Data<'DoctorProfileRevised'>)
  | ({ readonly kind: 'setBranch' } & Data<'DoctorBranchSet'>)
  | ({ readonly kind: 'changePhoto' } & Data<'ProfilePhotoChanged'>)
  | ({ readonly kind: 'setLink' } & Data<'MeetingLinkSet'>)
  | ({ readonly kind: 'setFee' } & Data<'ConsultationFeeSet'>)
  | ({
      readonly kind: 'correct';
      readonly departmentId: string;
      /** The department's name. */
      readonly specialization: string;
      /** Absent: as before. */
      readonly branchId?: number | undefined;
      /** Null: none. Absent: as before. */
      readonly externalId?: string | null | undefined;
    } & Data<'DoctorDetailsCorrected'>)
  | { readonly kind: 'renameUnit'; readonly name: string }
  | ({ readonly kind: 'setOnRequest' } & Data<'DoctorOnRequestSet'>)
  | { readonly kind: 'setLeft'; readonly from: string | null }
  | ({
      readonly kind: 'setFeeRules';
      /** The revision of the fee rules as they were read; absent: replaces any. */
      readonly revision?: number | undefined;
    } & Data<'FeeRulesSet'>)
  | ({ readonly kind: 'setRoom' } & Data<'RoomSet'>)
  | { readonly kind: 'openCalendarFeed'; readonly hash: string }
  | { readonly kind: 'revokeCalendarFeed' }
  | { readonly kind: 'changeEmail'; readonly email: string }
  /** By the link that was sent to it. */
  | { readonly kind: 'confirmEmail'; readonly email: string }
  /** Refused if the doctor has another address meanwhile. */
  | { readonly kind: 'verifyEmail'; readonly email?: string | undefined }
  | ({ readonly kind: 'activate' } & Data<'DoctorAccountActivated'>);

/** The client's settings for doctors. */
export interface DoctorContext {
  /** A meeting link "must start with {host}/". */
  readonly meetingLinkHost: string;
  readonly branchIds: readonly number[];
}

export const doctor: Decider<DoctorState | null, DoctorCommand, DoctorEvent, DoctorContext> = {
  initial: null,
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command, context) {
    if (command.kind === 'add') {
      const { data } = command;
      if (state) return refuse('value.taken');
      return (
        faultOf(data) ??
        refusalOfLinkOrBranch(data.meetingLink, data.branchId, context) ?? [{ type: 'DoctorAdded', data }]
      );
    }
    return state ? decideOn(state, command, context) : refuse('doctor.unknown');
  },
};

const notYet = {
  ...{ formerPhotoIds: [], isEmailVerified: false, requestedEmail: null },
  ...{ accountId: null, calendarFeedHash: null },
};

function foldOne(state: DoctorState | null, event: Recorded<DoctorEvent>): DoctorState | null {
  switch (event.type) {
    case 'DoctorAdded':
      return { ...event.data, ...unknownYet, ...notYet };
    case 'DoctorProfileRevised':
    case 'DoctorDetailsCorrected':
    case 'DoctorBranchSet':
    case 'DoctorAccountActivated':
    case 'RoomSet':
    case 'DoctorExternalIdSet':
      return state && { ...state, ...event.data };
    case 'FeeRulesSet':
      return state && { ...state, ...event.data, feeRulesChange: feeRulesChange(event) };
    case 'ProfilePhotoChanged': {
      if (!state) return state;
      const formerPhotoIds = state.photoId === null ? [] : [...state.formerPhotoIds, state.photoId];
      return { ...state, ...event.data, formerPhotoIds };
    }
    case 'MeetingLinkSet':
      return state && { ...state, meetingLink: event.data.link };
    case 'ConsultationFeeSet':
      return state && { ...state, consultationFee: event.data.fee };
    case 'DoctorDepartmentChanged': {
      const { departmentId, specialization } = event.data;
      return state && { ...state, departmentId, specialization };
    }
    case 'DoctorOnRequestSet':
      return state && { ...state, onRequest: event.data.sentence };
    case 'DoctorLeft':
      return state && { ...state, leftFrom: event.data.from };
    case 'DoctorReturned':
      return state && { ...state, leftFrom: null };
    case 'CalendarFeedOpened':
      return state && { ...state, calendarFeedHash: event.data.hash };
    case 'CalendarFeedRevoked':
      return state && { ...state, calendarFeedHash: null };
    case 'DoctorEmailChangeRequested':
      return state && { ...state, requestedEmail: event.data.email };
    case 'DoctorEmailChanged':
      return state && { ...state, email: event.data.email, isEmailVerified: false, requestedEmail: null };
    case 'DoctorEmailVerified':
      return state && { ...state, isEmailVerified: true };
    default:
      return unreachable(event);
  }
}

/** Appends nothing if the value is unchanged. */
function decideOn(
  state: DoctorState,
  command: Exclude<DoctorCommand, { kind: 'add' }>,
  context: DoctorContext,
): Decision<DoctorEvent> {
  switch (command.kind) {
    case 'revise': {
      const { kind: _kind, ...data } = command;
      return holds(state, data) ? [] : [{ type: 'DoctorProfileRevised', data }];
    }
    case 'setBranch':
      return setBranch(state, command.branchId, context);
    case 'changePhoto':
      if (command.photoId === state.photoId) return [];
      return [{ type: 'ProfilePhotoChanged', data: { photoId: command.photoId } }];
    case 'setLink':
      if (command.link === state.meetingLink) return [];
      return (
        refusalOfLinkOrBranch(command.link, 0, context) ?? [{ type: 'MeetingLinkSet', data: { link: command.link } }]
      );
    case 'setFee':
      return command.fee === state.consultationFee ? [] : [{ type: 'ConsultationFeeSet', data: { fee: command.fee } }];
    case 'correct':
      return correct(state, command, context);
    case 'renameUnit': {
      if (state.kind !== 'unit') return refuse('access.role');
      if (command.name === state.name) return [];
      const { qualification, location, experienceYears, contactNumber } = state;
      const profile = { qualification, location, experienceYears, contactNumber };
      return [{ type: 'DoctorProfileRevised', data: { ...profile, name: command.name } }];
    }
    case 'setOnRequest': {
      const { sentence } = command;
      return sentence === state.onRequest ? [] : [{ type: 'DoctorOnRequestSet', data: { sentence } }];
    }
    case 'setLeft': {
      const { from } = command;
      if (from === state.leftFrom) return [];
      return [from === null ? { type: 'DoctorReturned', data: {} } : { type: 'DoctorLeft', data: { from } }];
    }
    case 'setFeeRules': {
      const { feeRules, revision } = command;
      if (holds(state, { feeRules })) return [];
      return feesChangedSince(state.feeRulesChange, revision) ?? [{ type: 'FeeRulesSet', data: { feeRules } }];
    }
    case 'setRoom': {
      const { room } = command;
      return room === state.room ? [] : [{ type: 'RoomSet', data: { room } }];
    }
    case 'openCalendarFeed': {
      const { hash } = command;
      return hash === state.calendarFeedHash ? [] : [{ type: 'CalendarFeedOpened', data: { hash } }];
    }
    case 'revokeCalendarFeed':
      return state.calendarFeedHash === null ? [] : [{ type: 'CalendarFeedRevoked', data: {} }];
    case 'changeEmail':
      return changeEmail(state, emailKey(command.email));
    case 'confirmEmail':
      return confirmEmail(state, emailKey(command.email));
    case 'verifyEmail':
      if (state.kind === 'unit') return refuse('unit.without-account');
      if (command.email !== undefined && !isSame(state.email, command.email)) return refuse('token.invalid');
      return state.isEmailVerified ? [] : [{ type: 'DoctorEmailVerified', data: {} }];
    case 'activate':
      if (state.kind === 'unit') return refuse('unit.without-account');
      if (command.accountId === state.accountId) return [];
      if (state.accountId) return refuse('value.taken');
      if (!state.isEmailVerified) return refuse('token.invalid');
      return [{ type: 'DoctorAccountActivated', data: { accountId: command.accountId } }];
    default:
      return unreachable(command);
  }
}

/** By the front desk: who the doctor is, and the department. */
function setBranch(state: DoctorState, branchId: number, context: DoctorContext): readonly DoctorEvent[] | Refusal {
  if (branchId === state.branchId) return [];
  return refusalOfLinkOrBranch(null, branchId, context) ?? [{ type: 'DoctorBranchSet', data: { branchId } }];
}

function correct(
  state: DoctorState,
  command: Extract<DoctorCommand, { kind: 'correct' }>,
  context: DoctorContext,
): Decision<DoctorEvent> {
  const { name, contactNumber, departmentId, specialization } = command;
  const { branchId = state.branchId, externalId = state.externalId } = command;
  const fault = faultOf({ ...state, contactNumber });
  if (fault) return fault;
  const branch = setBranch(state, branchId, context);
  if (isRefusal(branch)) return branch;
  const details = { name, contactNumber };
  const isCorrected = !holds(state, details);
  const isMoved = departmentId !== state.departmentId;
  const department = { departmentIdBefore: state.departmentId, departmentId, specialization };
  return [
    ...(isCorrected ? [{ type: 'DoctorDetailsCorrected', data: details } as const] : []),
    ...(isMoved ? [{ type: 'DoctorDepartmentChanged', data: department } as const] : []),
    ...branch,
    ...(externalId === state.externalId ? [] : [{ type: 'DoctorExternalIdSet', data: { externalId } } as const]),
  ];
}

const isSame = (one: string | null, other: string): boolean => one !== null && emailKey(one) === emailKey(other);

/** Of a doctor who has signed up it is only requested; the present address withdraws an earlier request. */
function changeEmail(state: DoctorState, email: string): Decision<DoctorEvent> {
  if (state.kind === 'unit') return refuse('unit.without-account');
  const isSignedUp = state.accountId !== null;
  if (isSame((isSignedUp && state.requestedEmail) || state.email, email)) return [];
  return isSignedUp
    ? [{ type: 'DoctorEmailChangeRequested', data: { email } }]
    : [{ type: 'DoctorEmailChanged', data: { email, byLink: false } }];
}

function confirmEmail(state: DoctorState, email: string): Decision<DoctorEvent> {
  // The link is used again after a crash.
  if (isSame(state.email, email)) return [];
  if (!isSame(state.requestedEmail, email)) return refuse('token.invalid');
  return [
    { type: 'DoctorEmailChanged', data: { email, byLink: true } },
    { type: 'DoctorEmailVerified', data: {} },
  ];
}

/** A doctor has an email to sign up with, and a number; a unit has no account. */
function faultOf({ kind, email, contactNumber }: Pick<Data<'DoctorAdded'>, 'kind' | 'email' | 'contactNumber'>) {
  const fields =
    kind === 'unit'
      ? [{ field: 'Email', message: email === null ? null : 'A unit has no email.' }]
      : [
          { field: 'Contact_Number', message: contactNumber === null ? contactMessage : null },
          { field: 'Email', message: email === null ? emailMessage : null },
        ];
  const faults = fields.flatMap(({ field, message }) => (message === null ? [] : [{ field, message }]));
  return faults.length === 0 ? null : refuse('request.invalid', { details: { fields: faults } });
}

function refusalOfLinkOrBranch(link: string | null, branchId: number, { meetingLinkHost, branchIds }: DoctorContext) {
  if (link !== null && !isMeetingLink(link, meetingLinkHost)) return refuse('link.invalid');
  if (branchId === 0 || branchIds.includes(branchId)) return null;
  const message = 'This branch does not exist.';
  return refuse('request.invalid', { message, details: { fields: [{ field: 'branchId', message }] } });
}

/** An address at the client's host as a browser reads it: a plain path, optionally a query, and nothing else. */
function isMeetingLink(link: string, host: string): boolean {
  if (!link.startsWith(`${host}/`) || !URL.canParse(link)) return false;
  // An address that a browser reads differently, such as one with a backslash or `/../`, is not plain.
  return new URL(link).href === link && plainAddress.test(link.slice(host.length));
}
const plainAddress = /^(?:\/[\w.~-]+)+\/?(?:\?[\w.~%=&+-]+)?$/;

const holds = (state: DoctorState, data: JsonObject): boolean => {
  const json = state as unknown as JsonObject; // Cast is safe: the state is made of JSON.
  return Object.keys(data).every((key) => canonicalJson(json[key]) === canonicalJson(data[key]));
};
