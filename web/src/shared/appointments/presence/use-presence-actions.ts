import type { Action } from '../../../ui/buttons/action.ts';
import { isCalled, isExpected, isWaiting, type PresenceRow } from './presence.ts';
import { presenceText as text } from './text.ts';
import { usePresenceCommands } from './use-presence-commands.ts';

/** The actions of arrivals and calls. The desk records arrivals; desk and doctor call. */
export function usePresenceActions(side: 'admin' | 'doctor', today: string) {
  const presence = usePresenceCommands();
  const isToday = (row: PresenceRow): boolean => row.AppointmentDate === today && !row.movingTo;
  const arrive = (row: PresenceRow | undefined): Action => ({
    ...{ name: text.arrived, icon: 'enter', shortcut: 'a' },
    enabled: row !== undefined && isToday(row) && isExpected(row),
    perform: () => void (row && presence.arrive(row)),
  });
  const call = (row: PresenceRow | undefined): Action => ({
    ...{ name: text.call, icon: 'bell', shortcut: 'c' },
    enabled: row !== undefined && isToday(row) && isWaiting(row),
    perform: () => void (row && isWaiting(row) && presence.call(row)),
  });
  return {
    presence,
    /** Arrived or Call: the next step for a patient of today. */
    stateOf(row: PresenceRow): Action | undefined {
      if (!isToday(row)) return undefined;
      if (isExpected(row)) return side === 'admin' ? arrive(row) : undefined;
      return isWaiting(row) ? call(row) : undefined;
    },
    /** Both actions, by their keys. */
    stateKeys: (row: PresenceRow | undefined): Action[] => (side === 'admin' ? [arrive(row), call(row)] : [call(row)]),
    /** Undo Arrival, Undo Call and Call Again. */
    presenceMenu(row: PresenceRow): Action[] {
      if (!isToday(row)) return [];
      const calls: Action[] = isCalled(row)
        ? [
            { name: text.callAgain, icon: 'bell', perform: () => void presence.call(row) },
            { name: text.withdrawCall, icon: 'undo', perform: () => void presence.withdrawCall(row) },
          ]
        : [];
      const isThere = isCalled(row) || isWaiting(row);
      if (side === 'doctor' || !isThere) return calls;
      return [
        ...calls,
        { name: text.withdrawArrival, icon: 'undo', perform: () => void presence.withdrawArrival(row) },
      ];
    },
  };
}
