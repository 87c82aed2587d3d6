import { type LiveMessage, livePath } from '@dayline/contracts/live';
import { io } from 'socket.io-client';
import { callerAt } from './desk-calls.ts';

/** A dashboard that stays open through faults: what it shows, it has from its first question and from what it was told. */
export interface OpenPage {
  /** "Active Appointments", once it is there. */
  active(): number | null;
  /** Whether it says that part of the service is away, or that it has no connection. */
  saysSo(): boolean;
  close(): void;
}

const askAgainAfter = 300;

/** As the page does: it joins its room, asks then, puts newer counts in place, and names its position after a reconnect. */
export function openPage(url: string, cookie: string, clientId: string): OpenPage {
  const { call } = callerAt(url, cookie);
  const socket = io(url, { path: livePath, transports: ['websocket'], extraHeaders: { cookie } });
  let shown: { readonly active: number; readonly at: string } | null = null;
  let followedTo = '';
  let isAway = false;
  let isClosed = false;

  const show = (active: number, at: string): void => {
    if (shown === null || at > shown.at) shown = { active, at };
    if (at > followedTo) followedTo = at;
  };

  async function ask(): Promise<void> {
    if (isClosed) return;
    const answer = await call('countAppointmentsOfClient', { clientId, status: 'Confirmed' }).catch(() => null);
    if (answer?.status === 200) show(answer.reply().count, String(answer.headers['x-position']));
    else setTimeout(() => void ask(), askAgainAfter);
  }

  socket.on('connect', () => {
    isAway = false;
    if (followedTo === '') void ask();
    else socket.emit('resume', followedTo, () => undefined);
  });
  socket.on('away', (said: boolean) => {
    isAway = said;
  });
  socket.on('live', (messages: readonly LiveMessage[]) => {
    for (const message of messages) {
      if (message.topic === 'refetch') void ask();
      if (message.topic !== 'counts') continue;
      const total = message.rows.find(({ key, date }) => key === `client:${clientId}` && date === null);
      if (total) show(total.byStatus.Confirmed, message.at);
    }
  });
  return {
    active: () => shown?.active ?? null,
    saysSo: () => isAway || !socket.connected,
    close() {
      isClosed = true;
      socket.close();
    },
  };
}
