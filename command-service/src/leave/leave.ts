import { undoLeaveWindowMs } from '@dayline/contracts/endpoints/leave';
import { refuse } from '@dayline/contracts/errors';
import type { LeaveEvent } from '@dayline/contracts/events/calendar';
import { streamKey } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { doctorOfLeave } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider, Decision } from '../command-handler/decider.ts';

type DataOf<Type extends LeaveEvent['type']> = Extract<LeaveEvent, { type: Type }>['data'];
export type SettledRow = DataOf<'LeaveRowSettled'>;

export interface LeaveState extends DataOf<'LeaveStarted'> {
  readonly pocId: string;
  readonly clientId: string;
  readonly isBlocked: boolean;
  /** The last outcome of each row, by its appointment's id. */
  readonly settledRows: ReadonlyMap<string, SettledRow>;
  /** `stopped`: an appointment was booked meanwhile, so that no row is settled. */
  readonly phase: 'running' | 'stopped' | 'settled' | 'undoing' | 'ending' | 'over';
  /** When it was settled, ms, UTC. */
  readonly settledAt: number;
  /** The first day that is opened again. */
  readonly openFrom: string;
}

export type LeaveCommand =
  | ({ readonly kind: 'start' } & DataOf<'LeaveStarted'>)
  | ({ readonly kind: 'stop' } & DataOf<'LeaveStopped'>)
  | { readonly kind: 'daysBlocked' }
  | ({ readonly kind: 'settleRow' } & SettledRow)
  | { readonly kind: 'settle' }
  | { readonly kind: 'undo' }
  | ({ readonly kind: 'end' } & DataOf<'LeaveEnded'>)
  | { readonly kind: 'daysOpened' };

export interface LeaveContext {
  /** ms, UTC. */
  readonly now: number;
}

/** Days off of a doctor, with their appointments. A step that was taken already appends nothing. */
export const leave: Decider<LeaveState | null, LeaveCommand, LeaveEvent, LeaveContext> = {
  initial: null,
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command, { now }) {
    if (command.kind === 'start') {
      const { kind: _, ...data } = command;
      return state ? [] : [{ type: 'LeaveStarted', data }];
    }
    if (!state) return refuse('leave.unknown');
    switch (command.kind) {
      case 'stop': {
        const { kind: _, ...data } = command;
        return state.phase === 'running' && !state.isBlocked ? [{ type: 'LeaveStopped', data }] : [];
      }
      case 'daysBlocked':
        return state.phase === 'running' && !state.isBlocked ? [{ type: 'LeaveDaysBlocked', data: {} }] : [];
      case 'settleRow':
        return settleRow(state, command);
      case 'settle':
        return state.phase === 'running' && state.isBlocked ? [{ type: 'LeaveSettled', data: countsOf(state) }] : [];
      case 'undo':
        if (state.phase === 'undoing') return [];
        if (state.phase === 'settled' && now > state.settledAt + undoLeaveWindowMs) return refuse('undo.expired');
        return over(state, { type: 'LeaveUndoStarted', data: {} });
      case 'end':
        return over(state, { type: 'LeaveEnded', data: { from: command.from } });
      case 'daysOpened':
        return isBack(state) ? [{ type: 'LeaveDaysOpened', data: {} }] : [];
      default:
        return unreachable(command);
    }
  },
};

/** Undone or ended, and its days not yet opened. */
export const isBack = ({ phase }: LeaveState): boolean => phase === 'undoing' || phase === 'ending';

/** Undone and ended only once, and not before it is settled or stopped. */
function over({ phase }: LeaveState, event: LeaveEvent): Decision<LeaveEvent> {
  if (phase === 'running') return refuse('leave.running');
  return phase === 'settled' || phase === 'stopped' ? [event] : refuse('leave.ended');
}

const isUndone = ({ outcome }: SettledRow): boolean => outcome === 'undone' || outcome === 'notUndone';

function settleRow(state: LeaveState, { kind: _, ...data }: { kind: 'settleRow' } & SettledRow): LeaveEvent[] {
  const before = state.settledRows.get(data.appointmentId);
  const isNext = isUndone(data)
    ? state.phase === 'undoing' && before !== undefined && !isUndone(before)
    : state.phase === 'running' && state.isBlocked && before === undefined;
  return isNext ? [{ type: 'LeaveRowSettled', data }] : [];
}

function countsOf({ settledRows }: LeaveState): DataOf<'LeaveSettled'> {
  const count = (outcome: SettledRow['outcome']) =>
    [...settledRows.values()].filter((row) => row.outcome === outcome).length;
  return { moved: count('moved'), cancelled: count('cancelled'), kept: count('kept'), open: count('open') };
}

function foldOne(state: LeaveState | null, event: Recorded<LeaveEvent>): LeaveState | null {
  switch (event.type) {
    case 'LeaveStarted':
      return {
        ...event.data,
        pocId: doctorOfLeave(streamKey(event.stream)),
        clientId: event.metadata.clientId,
        isBlocked: false,
        settledRows: new Map(),
        phase: 'running',
        settledAt: 0,
        openFrom: event.data.from,
      };
    case 'LeaveStopped':
      return state && { ...state, phase: 'stopped' };
    case 'LeaveDaysBlocked':
      return state && { ...state, isBlocked: true };
    case 'LeaveRowSettled':
      return (
        state && { ...state, settledRows: new Map([...state.settledRows, [event.data.appointmentId, event.data]]) }
      );
    case 'LeaveSettled':
      return state && { ...state, phase: 'settled', settledAt: requestedAt(event.metadata) };
    case 'LeaveUndoStarted':
      return state && { ...state, phase: 'undoing' };
    case 'LeaveEnded':
      return (
        state && { ...state, phase: 'ending', openFrom: event.data.from > state.from ? event.data.from : state.from }
      );
    case 'LeaveDaysOpened':
      return state && { ...state, phase: 'over' };
    default:
      return unreachable(event);
  }
}
