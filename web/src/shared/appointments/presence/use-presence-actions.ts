import type { Action } from '../../../ui/buttons/action.ts';
import { isCalled, isExpected, isWaiting, type PresenceRow } from './presence.ts';
import { presenceText as text } from './text.ts';
import { type PresenceCommands, usePresenceCommands } from './use-presence-commands.ts';

export interface PresenceActions {
  readonly commands: PresenceCommands;
  /** Arrived or Call: what comes next of somebody of today. */
  stateOf(row: PresenceRow): Action | undefined;
  /** Both, by their keys. */
  stateKeys(row: PresenceRow | undefined): Action[];
  /** What takes it back, and a further call. */
  menuOf(row: PresenceRow): Action[];
}

/** The actions about who is there. The desk notes arrivals; desk and doctor call. */
export function usePresenceActions(side: 'admin' | 'doctor', today: string): PresenceActions {
  const commands = usePresenceCommands();
  const isToday = (row: PresenceRow): boolean => row.AppointmentDate === today && !row.movingTo;
  const arrive = (row: PresenceRow | undefined): Action => ({
    ...{ name: text.arrived, icon: 'enter', shortcut: 'a' },
    enabled: row !== undefined && isToday(row) && isExpected(row),
    perform: () => void (row && commands.arrive(row)),
  });
  const call = (row: PresenceRow | undefined): Action => ({
    ...{ name: text.call, icon: 'bell', shortcut: 'c' },
    enabled: row !== undefined && isToday(row) && isWaiting(row),
    perform: () => void (row && isWaiting(row) && commands.call(row)),
  });
  return {
    commands,
    stateOf(row) {
      if (!isToday(row)) return undefined;
      if (isExpected(row)) return side === 'admin' ? arrive(row) : undefined;
      return isWaiting(row) ? call(row) : undefined;
    },
    stateKeys: (row) => (side === 'admin' ? [arrive(row), call(row)] : [call(row)]),
    menuOf(row) {
      if (!isToday(row)) return [];
      const calls: Action[] = isCalled(row)
        ? [
            { name: text.callAgain, icon: 'bell', perform: () => void commands.call(row) },
            { name: text.withdrawCall, icon: 'undo', perform: () => void commands.withdrawCall(row) },
          ]
        : [];
      const isThere = isCalled(row) || isWaiting(row);
      if (side === 'doctor' || !isThere) return calls;
      return [
        ...calls,
        { name: text.withdrawArrival, icon: 'undo', perform: () => void commands.withdrawArrival(row) },
      ];
    },
  };
}
