import { usualLateAfterMinutes } from './clinic/clinic-time.ts';
import { type FeeRules, type FeeRulesChange, noFeeRulesYet } from './clinic/fees.ts';
import type { QueueOrder } from './clinic/queue.ts';
import { type Refusal, refuse } from './errors.ts';
import type { Recorded } from './events/definition.ts';
import { type ClientEvent, type ClientSettings, clientEvents, type SingleSignOn } from './events/organisation.ts';
import { type OwnTexts, withText } from './patients/message-texts.ts';
import { type MessageSettings, noMessages } from './patients/messages.ts';
import { unreachable } from './unreachable.ts';

/** A client's settings, also as part of a row. */
export interface Settings extends Omit<Readonly<ClientSettings>, 'branches'> {
  readonly bookingNeedsEmail: boolean;
  readonly queueOrder: QueueOrder;
  /** A confirmed appointment of today is late once its time is more minutes past. */
  readonly lateAfterMinutes: number;
  /** The number of appointments that can be booked beyond a slot's capacity. */
  readonly overbookPerSlot: number;
  /** Patients without a visit for so many years may be erased; null: kept without end. */
  readonly patientYears: number | null;
  /** Sign-ins older than so many years may be erased; null: kept without end. */
  readonly signInYears: number | null;
  /** Whether calendar feeds have the patients' names. */
  readonly calendarHasNames: boolean;
  /** Which messages patients get. */
  readonly messages: MessageSettings;
  /** The hospital's own texts of these messages. */
  readonly messageTexts: OwnTexts;
  /** Null: people sign in with passwords and passkeys alone. */
  readonly singleSignOn: Readonly<SingleSignOn> | null;
  /** The fee rules of doctors without their own; null if there are none. */
  readonly feeRules: FeeRules | null;
  /** Null if they were never set. */
  readonly feeRulesChange: FeeRulesChange | null;
  readonly branches: readonly Readonly<ClientSettings['branches'][number]>[];
}

export const clientTypes = clientEvents.map(({ type }) => type);

/** The settings before the first event. */
const usual = {
  bookingNeedsEmail: true,
  queueOrder: 'token',
  lateAfterMinutes: usualLateAfterMinutes,
  overbookPerSlot: 1,
  patientYears: null,
  signInYears: null,
  calendarHasNames: false,
  messages: noMessages,
  messageTexts: [],
  singleSignOn: null,
  feeRules: null,
  feeRulesChange: null,
} as const;

/** Folds one event into a client's settings; null before it is onboarded. Pure; the decider and the view share it. */
export function foldClientSettings(before: Settings | null, event: Recorded<ClientEvent>): Settings | null {
  const { type, data } = event;
  switch (type) {
    case 'ClientOnboarded':
      return { ...data, ...usual };
    case 'ClientRenamed':
    case 'ClientZoneChanged':
    case 'ClientLinkHostChanged':
    case 'BookingEmailRuleSet':
    case 'QueueOrderSet':
    case 'LateAfterSet':
    case 'OverbookingLimitSet':
    case 'RetentionSet':
    case 'SignInRetentionSet':
    case 'CalendarNamesSet':
    case 'MessagesSet':
      return before && { ...before, ...data };
    case 'MessageTextSet':
      return before && { ...before, messageTexts: withText(before.messageTexts, data) };
    case 'SingleSignOnSet':
      return before && { ...before, singleSignOn: data };
    case 'SingleSignOnRemoved':
      return before && { ...before, singleSignOn: null };
    case 'ClientFeeRulesSet':
      return before && { ...before, ...data, feeRulesChange: feeRulesChange(event) };
    case 'BranchAdded':
      return before && { ...before, branches: [...before.branches, data] };
    case 'BranchRenamed':
      return before && withBranch(before, data.id, (branch) => ({ ...branch, name: data.name }));
    case 'BranchClosed':
      return before && withBranch(before, data.id, (branch) => ({ ...branch, closed: true }));
    case 'BranchReopened':
      return before && withBranch(before, data.id, ({ closed: _, ...branch }) => branch);
    default:
      return unreachable(type);
  }
}

type Branch = Settings['branches'][number];

const withBranch = (settings: Settings, id: number, change: (branch: Branch) => Branch): Settings => ({
  ...settings,
  branches: settings.branches.map((branch) => (branch.id === id ? change(branch) : branch)),
});

/** The branches where doctors can sit. */
export const openBranches = ({ branches }: Pick<Settings, 'branches'>): readonly Branch[] =>
  branches.filter(({ closed }) => !closed);

/** The fee rules that an event of a client or a doctor sets. */
export const feeRulesChange = ({ revision, metadata }: Recorded): FeeRulesChange => ({
  revision,
  by: metadata.actor.name,
});

/**
 * Refuses to replace fee rules that changed since they were read.
 * @param readRevision undefined: replaces any
 */
export function feesChangedSince(last: FeeRulesChange | null, readRevision: number | undefined): Refusal | null {
  const { revision, by } = last ?? { revision: noFeeRulesYet, by: '' };
  if (readRevision === undefined || readRevision === revision) return null;
  return refuse('fees.changed', {
    ...(last && { message: `${by} has changed these fees since.` }),
    details: { fees: { revision, by } },
  });
}
