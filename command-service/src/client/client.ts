import { feesChangedSince, foldClientSettings, type Settings } from '@dayline/contracts/client-settings';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { ClientEvent, ClientSettings, SingleSignOn } from '@dayline/contracts/events/organisation';
import { isSameName } from '@dayline/contracts/fold';
import { canonicalJson } from '@dayline/contracts/json';
import { type MessageText, ownText } from '@dayline/contracts/patients/message-texts';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider, Decision } from '../command-handler/decider.ts';

export type ClientState = Settings | null;

/** Settings with a single value. */
export type ClientValues = Omit<Settings, 'branches' | 'feeRulesChange' | 'singleSignOn' | 'messageTexts'>;
/** One text of a message at a time. */
export type ChangedValues = Partial<ClientValues> & { readonly messageText?: MessageText };

export type ClientCommand =
  | { readonly kind: 'onboard'; readonly settings: ClientSettings; readonly bookingNeedsEmail?: boolean | undefined }
  | {
      readonly kind: 'change';
      readonly values: ChangedValues;
      /** The revision of the fee rules as they were read; absent: replaces any. */
      readonly feeRulesRevision?: number | undefined;
    }
  /** Null removes it. */
  | { readonly kind: 'setSingleSignOn'; readonly singleSignOn: SingleSignOn | null }
  | { readonly kind: 'addBranch'; readonly name: string | null }
  | { readonly kind: 'renameBranch'; readonly id: number; readonly name: string }
  /** `isInUse`: the branch has doctors. */
  | { readonly kind: 'closeBranch'; readonly id: number; readonly isInUse: boolean }
  | { readonly kind: 'reopenBranch'; readonly id: number };

export const client: Decider<ClientState, ClientCommand, ClientEvent> = {
  initial: null,
  fold: (state, events) => events.reduce(foldClientSettings, state),
  decide(state, command) {
    if (command.kind === 'onboard') {
      const { settings, bookingNeedsEmail = true } = command;
      if (state) return refuse('value.taken');
      const rule = { type: 'BookingEmailRuleSet', data: { bookingNeedsEmail } } as const;
      return whyNot(settings) ?? [{ type: 'ClientOnboarded', data: settings }, ...(bookingNeedsEmail ? [] : [rule])];
    }
    if (!state) return refuse('access.foreign');
    switch (command.kind) {
      case 'change':
        return changeSettings(state, command);
      case 'setSingleSignOn': {
        const { singleSignOn } = command;
        if (canonicalJson(singleSignOn) === canonicalJson(state.singleSignOn)) return [];
        return [
          singleSignOn ? { type: 'SingleSignOnSet', data: singleSignOn } : { type: 'SingleSignOnRemoved', data: {} },
        ];
      }
      case 'addBranch': {
        const id = Math.max(0, ...state.branches.map((branch) => branch.id)) + 1;
        const { name } = command;
        return refusalOfBranchName(state.branches, name) ?? [{ type: 'BranchAdded', data: { id, name } }];
      }
      case 'renameBranch':
      case 'closeBranch':
      case 'reopenBranch':
        return changeBranch(state, command);
      default:
        return unreachable(command);
    }
  },
};

type OfBranch = Extract<ClientCommand, { readonly id: number }>;

/** Appends nothing if it is so already. */
function changeBranch({ branches }: Settings, command: OfBranch): Decision<ClientEvent> {
  const { id } = command;
  const branch = branches.find((candidate) => candidate.id === id);
  if (!branch) return refuse('branch.unknown');
  switch (command.kind) {
    case 'renameBranch': {
      const { name } = command;
      return name === branch.name
        ? []
        : (refusalOfBranchName(branches, name, id) ?? [{ type: 'BranchRenamed', data: { id, name } }]);
    }
    case 'closeBranch':
      if (branch.closed) return [];
      return command.isInUse ? refuse('branch.in-use') : [{ type: 'BranchClosed', data: { id } }];
    case 'reopenBranch':
      return branch.closed ? [{ type: 'BranchReopened', data: { id } }] : [];
    default:
      return unreachable(command);
  }
}

/** Of two branches with the same name, nobody could choose one. */
function refusalOfBranchName(branches: Settings['branches'], name: string | null, own?: number): Refusal | null {
  const isTaken = branches.some((branch) => branch.id !== own && name !== null && isSameName(branch.name, name));
  return isTaken ? refuse('branch.name-taken') : null;
}

function changeSettings(
  state: Settings,
  { values: { messageText, ...values }, feeRulesRevision }: Extract<ClientCommand, { kind: 'change' }>,
): Decision<ClientEvent> {
  const after = { ...state, ...values };
  const events = [...changesOf(state, after), ...(messageText ? textChange(state, messageText) : [])];
  const isOfFees = events.some(({ type }) => type === 'ClientFeeRulesSet');
  return whyNot(after) ?? (isOfFees ? feesChangedSince(state.feeRulesChange, feeRulesRevision) : null) ?? events;
}

/** Nothing if it is so already. */
function textChange({ messageTexts }: Settings, text: MessageText): ClientEvent[] {
  return ownText(messageTexts, text) === text.text ? [] : [{ type: 'MessageTextSet', data: text }];
}

/** One event for each changed value. */
function changesOf(
  before: ClientValues,
  {
    name,
    zone,
    meetingLinkHost,
    bookingNeedsEmail,
    queueOrder,
    lateAfterMinutes,
    overbookPerSlot,
    patientYears,
    signInYears,
    calendarHasNames,
    messages,
    feeRules,
  }: ClientValues,
): ClientEvent[] {
  return [
    ...(name === before.name ? [] : [{ type: 'ClientRenamed', data: { name } } as const]),
    ...(zone === before.zone ? [] : [{ type: 'ClientZoneChanged', data: { zone } } as const]),
    ...(meetingLinkHost === before.meetingLinkHost
      ? []
      : [{ type: 'ClientLinkHostChanged', data: { meetingLinkHost } } as const]),
    ...(bookingNeedsEmail === before.bookingNeedsEmail
      ? []
      : [{ type: 'BookingEmailRuleSet', data: { bookingNeedsEmail } } as const]),
    ...(queueOrder === before.queueOrder ? [] : [{ type: 'QueueOrderSet', data: { queueOrder } } as const]),
    ...(lateAfterMinutes === before.lateAfterMinutes
      ? []
      : [{ type: 'LateAfterSet', data: { lateAfterMinutes } } as const]),
    ...(overbookPerSlot === before.overbookPerSlot
      ? []
      : [{ type: 'OverbookingLimitSet', data: { overbookPerSlot } } as const]),
    ...(patientYears === before.patientYears ? [] : [{ type: 'RetentionSet', data: { patientYears } } as const]),
    ...(signInYears === before.signInYears ? [] : [{ type: 'SignInRetentionSet', data: { signInYears } } as const]),
    ...(calendarHasNames === before.calendarHasNames
      ? []
      : [{ type: 'CalendarNamesSet', data: { calendarHasNames } } as const]),
    ...(canonicalJson(messages) === canonicalJson(before.messages)
      ? []
      : [{ type: 'MessagesSet', data: { messages } } as const]),
    ...(canonicalJson(feeRules) === canonicalJson(before.feeRules)
      ? []
      : [{ type: 'ClientFeeRulesSet', data: { feeRules } } as const]),
  ];
}

function whyNot(settings: ClientSettings | Settings): Refusal | null {
  const fault = faultOf(settings);
  return fault && refuse('request.invalid', { message: fault.message, details: { fields: [fault] } });
}

function faultOf({
  name,
  zone,
  meetingLinkHost,
  branches,
}: ClientSettings | Settings): { field: string; message: string } | null {
  if (name.trim() === '') return { field: 'name', message: 'Name is required.' };
  if (!isZone(zone)) return { field: 'zone', message: 'This time zone does not exist.' };
  if (!meetingLinkHost.startsWith('https://') || meetingLinkHost.endsWith('/')) {
    return { field: 'meetingLinkHost', message: 'The host must begin with https:// and end without a slash.' };
  }
  const ids = branches.map((branch) => branch.id);
  return new Set(ids).size === ids.length ? null : { field: 'branches', message: 'Two branches have the same id.' };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
