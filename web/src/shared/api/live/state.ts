import { create } from 'zustand';

/**
 * `away`: the socket is open, but the server can't read the views. `limited`: the account has reached its socket limit;
 * this page polls instead.
 */
export type LiveState = 'live' | 'reconnecting' | 'away' | 'offline' | 'limited';

/** The state shown by the live dot. */
export const useLiveState = create<{ state: LiveState }>()(() => ({ state: 'reconnecting' }));

/** Whether the session ends within a minute unless it is used. */
export const useSessionEnding = create<{ isEnding: boolean }>()(() => ({ isEnding: false }));

/** In ms. After this long without a connection the page shows Offline. */
const offlineAfter = 8_000;

/** Sets the state shown by the live dot: after 8 s without the server, Offline. */
export function followConnectivity() {
  let offlineTimer: ReturnType<typeof setTimeout> | undefined;
  let areViewsUnavailable = false;
  const show = (state: LiveState) => useLiveState.setState({ state });
  const cancelOffline = () => {
    clearTimeout(offlineTimer);
    offlineTimer = undefined;
  };
  return {
    connected() {
      cancelOffline();
      areViewsUnavailable = false;
      show('live');
    },
    lost() {
      if (offlineTimer !== undefined) return;
      show('reconnecting');
      offlineTimer = setTimeout(() => show('offline'), offlineAfter);
    },
    /** The socket is kept: changes sent meanwhile arrive through it. */
    back() {
      if (offlineTimer === undefined) return;
      cancelOffline();
      show(areViewsUnavailable ? 'away' : 'live');
    },
    away(isAway: boolean) {
      areViewsUnavailable = isAway;
      show(isAway ? 'away' : 'live');
    },
    limited() {
      cancelOffline();
      show('limited');
    },
    end() {
      cancelOffline();
      show('reconnecting');
    },
  };
}
