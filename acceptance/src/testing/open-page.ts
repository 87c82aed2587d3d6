import { type LiveMessage, livePath } from '@dayline/contracts/live';
import { io } from 'socket.io-client';
import { callerAt, type Furthest } from './http-caller.ts';

/** A page that stays open through faults: it shows its first response and the live messages since. */
export interface OpenPage {
  /** "Active Appointments", once loaded: live messages contain the new number. */
  active(): number | null;
  /** The length of their list, once loaded: live messages contain only a hint. */
  listed(): number | null;
  /** Whether it shows that part of the service is unavailable, or that it has no connection. */
  isOutdated(): boolean;
  close(): void;
}

/** After a failure, and after a hint, in ms. */
const askAgainAfter = 300;
const askAfterHint = 150;

/**
 * As the real pages do: it joins its room, then queries, applies newer counts, refetches the list on a hint, and sends
 * its position after a reconnect.
 */
export function openPage(url: string, cookie: string, clientId: string): OpenPage {
  const furthest: Furthest = {};
  const { call } = callerAt(url, cookie, furthest);
  const socket = io(url, {
    path: livePath,
    transports: ['websocket'],
    extraHeaders: { cookie, origin: new URL(url).origin },
  });
  let shown: { readonly active: number; readonly at: string } | null = null;
  let list: { readonly total: number; readonly at: string } | null = null;
  let hintTimer: ReturnType<typeof setTimeout> | undefined;
  let followedTo = '';
  let isAway = false;
  let isClosed = false;

  const show = (active: number, at: string): void => {
    if (shown === null || at > shown.at) shown = { active, at };
  };
  /** It has received every change up to here; the position of its own response says nothing about others' changes. */
  const follow = (at: string): void => {
    if (at > followedTo) followedTo = at;
  };

  async function askForList(): Promise<void> {
    hintTimer = undefined;
    if (isClosed) return;
    const request = { clientId, status: 'Confirmed', pageSize: 1 } as const;
    const { status, headers } = (await call('listAppointmentDetailsOfClient', request).catch(() => null)) ?? {};
    if (status !== 200) return hint(askAgainAfter);
    const at = String(headers?.['x-position']);
    if (list === null || at > list.at) list = { total: Number(headers?.['x-total-count']), at };
  }
  function hint(afterMs: number): void {
    hintTimer ??= setTimeout(() => void askForList(), afterMs);
  }

  async function ask(): Promise<void> {
    if (isClosed) return;
    const answer = await call('countAppointmentsOfClient', { clientId, status: 'Confirmed' }).catch(() => null);
    if (answer?.status === 200) show(answer.reply().count, String(answer.headers['x-position']));
    else setTimeout(() => void ask(), askAgainAfter);
  }

  socket.on('connect', () => {
    isAway = false;
    if (shown === null) void ask();
    if (list === null) hint(0);
    const [oldest = ''] = [shown?.at ?? '', list?.at ?? ''].sort();
    const from = followedTo || oldest;
    if (from !== '') socket.emit('resume', from, ({ at }: { at: string }) => follow(at));
  });
  socket.on('away', (state: boolean) => {
    isAway = state;
  });
  socket.on('live', (messages: readonly LiveMessage[]) => {
    for (const message of messages) {
      // The views were replaced by ones at an earlier position: what was shown before says nothing about them.
      if (message.topic === 'refetch' && message.at < followedTo) {
        followedTo = '';
        delete furthest.position;
        shown = null;
        list = null;
      }
      follow(message.at);
      if (message.topic === 'refetch') void ask();
      if (message.topic === 'refetch' || message.topic === 'hint') hint(askAfterHint);
      if (message.topic !== 'counts') continue;
      const total = message.rows.find(({ key, date }) => key === `client:${clientId}` && date === null);
      if (total) show(total.byStatus.Confirmed, message.at);
    }
  });
  return {
    active: () => shown?.active ?? null,
    listed: () => list?.total ?? null,
    isOutdated: () => isAway || !socket.connected,
    close() {
      isClosed = true;
      clearTimeout(hintTimer);
      socket.close();
    },
  };
}
