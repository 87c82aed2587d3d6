import type { FeeRules } from './clinic/fees.ts';
import type { QueueOrder } from './clinic/queue.ts';
import { type ClientEvent, type ClientSettings, clientEvents } from './events/organisation.ts';
import { unreachable } from './unreachable.ts';

/** A client's settings, or a row that has them. */
export interface Settings extends Omit<Readonly<ClientSettings>, 'branches'> {
  readonly bookingNeedsEmail: boolean;
  readonly queueOrder: QueueOrder;
  /** How many may be booked beyond a slot's capacity. */
  readonly overbookPerSlot: number;
  /** Kinds of fees, of doctors who have none of their own; null: none. */
  readonly feeRules: FeeRules | null;
  readonly branches: readonly Readonly<ClientSettings['branches'][number]>[];
}

export const clientTypes = clientEvents.map(({ type }) => type);

/** Until an event says otherwise. */
const usual = { bookingNeedsEmail: true, queueOrder: 'token', overbookPerSlot: 1, feeRules: null } as const;

/** Folds one event into a client's settings; null before it is onboarded. Pure; the decider and the view share it. */
export function foldClientSettings(before: Settings | null, { type, data }: ClientEvent): Settings | null {
  switch (type) {
    case 'ClientOnboarded':
      return { ...data, ...usual };
    case 'ClientSettingsChanged':
      return { ...usual, ...before, ...data };
    case 'ClientRenamed':
    case 'ClientZoneChanged':
    case 'ClientLinkHostChanged':
    case 'BookingEmailRuleSet':
    case 'QueueOrderSet':
    case 'OverbookingLimitSet':
    case 'ClientFeeRulesSet':
      return before && { ...before, ...data };
    case 'BranchAdded':
      return before && { ...before, branches: [...before.branches, data] };
    default:
      return unreachable(type);
  }
}
