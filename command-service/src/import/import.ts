import { importBackMs } from '@dayline/contracts/endpoints/import';
import { refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { ImportEvent } from '@dayline/contracts/events/imports';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

type DataOf<Type extends ImportEvent['type']> = Extract<ImportEvent, { type: Type }>['data'];
export type Made = DataOf<'ImportAdvanced'>['made'][number];

export interface ImportState extends DataOf<'ImportStarted'> {
  readonly clientId: string;
  readonly done: number;
  /** What its rows made or changed, in their order. */
  readonly made: readonly Made[];
  readonly settled: { readonly ended: DataOf<'ImportSettled'>['ended']; readonly at: number } | null;
  /** Of what it made, how much was looked at to be taken back; null if nobody asked for it. */
  readonly back: { readonly done: number; readonly isSettled: boolean } | null;
}

export type ImportCommand =
  | ({ readonly kind: 'start' } & DataOf<'ImportStarted'>)
  | ({ readonly kind: 'advance' } & DataOf<'ImportAdvanced'>)
  | ({ readonly kind: 'settle' } & DataOf<'ImportSettled'>)
  | { readonly kind: 'takeBack' }
  | ({ readonly kind: 'advanceBack' } & DataOf<'ImportBackAdvanced'>)
  | { readonly kind: 'settleBack' };

export interface ImportContext {
  /** ms, UTC. */
  readonly now: number;
}

/** A file's rows, carried out one after another, and taken back. A step that was taken already appends nothing. */
export const importing: Decider<ImportState | null, ImportCommand, ImportEvent, ImportContext> = {
  initial: null,
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command, { now }) {
    if (command.kind === 'start') {
      const { kind: _, ...data } = command;
      if (!state) return [{ type: 'ImportStarted', data }];
      return state.digest === data.digest ? [] : refuse('import.changed');
    }
    if (!state) return refuse('import.unknown');
    switch (command.kind) {
      case 'advance': {
        const { kind: _, ...data } = command;
        return state.settled || data.done <= state.done ? [] : [{ type: 'ImportAdvanced', data }];
      }
      case 'settle':
        return state.settled ? [] : [{ type: 'ImportSettled', data: { ended: command.ended } }];
      case 'takeBack':
        if (!state.settled) return refuse('import.running');
        if (state.back) return [];
        return now - state.settled.at > importBackMs
          ? refuse('import.too-late')
          : [{ type: 'ImportBackStarted', data: {} }];
      case 'advanceBack': {
        const { kind: _, ...data } = command;
        const isAhead = state.back !== null && !state.back.isSettled && data.done > state.back.done;
        return isAhead ? [{ type: 'ImportBackAdvanced', data }] : [];
      }
      case 'settleBack':
        return state.back && !state.back.isSettled ? [{ type: 'ImportBackSettled', data: {} }] : [];
      default:
        return unreachable(command);
    }
  },
};

function foldOne(state: ImportState | null, event: Recorded<ImportEvent>): ImportState | null {
  switch (event.type) {
    case 'ImportStarted':
      return { ...event.data, clientId: event.metadata.clientId, done: 0, made: [], settled: null, back: null };
    case 'ImportAdvanced':
      return state && { ...state, done: event.data.done, made: [...state.made, ...event.data.made] };
    case 'ImportSettled':
      return state && { ...state, settled: { ...event.data, at: requestedAt(event.metadata) } };
    case 'ImportBackStarted':
      return state && { ...state, back: { done: 0, isSettled: false } };
    case 'ImportBackAdvanced':
      return state?.back ? { ...state, back: { ...state.back, done: event.data.done } } : state;
    case 'ImportBackSettled':
      return state?.back ? { ...state, back: { ...state.back, isSettled: true } } : state;
    default:
      return unreachable(event);
  }
}
