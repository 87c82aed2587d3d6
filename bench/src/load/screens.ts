import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { Sample } from './open-loop.ts';

interface Arrival {
  readonly at: string;
  /** ms of `performance.now()`. */
  readonly seen: number;
}
type Message = { readonly at: string };

export interface Screens {
  /** Latencies of all changes on all screens, in ms from when the call was due; waits until all were received. */
  latenciesOf(samples: readonly Sample[]): Promise<number[]>;
  /** The last message to the first screen. */
  lastPayload(): readonly Message[];
  close(): void;
}

/** A change that reaches a screen later than this counts as lost, in ms. */
const lostAfter = 10_000;
/** More would queue for longer than a socket's connection timeout. */
export const openedAtOnce = 200;

/** Opens as many sockets as pages would, a few for each cookie. */
export async function openScreens(url: string, count: number, cookies: readonly string[]): Promise<Screens> {
  const opened: Screens[] = [];
  while (opened.length < count) {
    const next = Array.from({ length: Math.min(openedAtOnce, count - opened.length) }, (_, index) =>
      openScreen(url, cookies[(opened.length + index) % cookies.length]),
    );
    opened.push(...(await Promise.all(next)));
  }
  return {
    async latenciesOf(samples) {
      const all = await Promise.all(opened.map((screen) => screen.latenciesOf(samples)));
      return all.flat();
    },
    lastPayload: () => opened[0]?.lastPayload() ?? [],
    close() {
      for (const screen of opened) screen.close();
    },
  };
}

async function openScreen(url: string, cookie: string | undefined): Promise<Screens> {
  const options: Partial<ManagerOptions & SocketOptions> = {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin: new URL(url).origin, ...(cookie === undefined ? {} : { cookie }) },
  };
  const socket: Socket = io(url, options);
  let arrivals: Arrival[] = [];
  let payload: readonly Message[] = [];
  let onArrival: () => void = () => {};
  socket.on('live', (messages: readonly Message[]) => {
    const seen = performance.now();
    payload = messages;
    for (const { at } of messages) arrivals.push({ at, seen });
    onArrival();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });

  /** A change is on the screen with the first message at its position or a later one. */
  async function seenAt(position: string, from: number): Promise<number> {
    for (let index = from; ; index += 1) {
      if (index === arrivals.length) await nextArrival();
      const arrival = arrivals[index];
      if (arrival && arrival.at >= position) return index;
    }
  }
  const nextArrival = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const lost = setTimeout(() => reject(new Error('A change did not reach a screen.')), lostAfter);
      onArrival = () => {
        clearTimeout(lost);
        resolve();
      };
    });

  return {
    async latenciesOf(samples) {
      const inOrder = [...samples].sort((a, b) => (a.position < b.position ? -1 : 1));
      const latencies: number[] = [];
      let index = 0;
      for (const { position, due } of inOrder) {
        index = await seenAt(position, index);
        latencies.push((arrivals[index]?.seen ?? Number.NaN) - due);
      }
      arrivals = [];
      return latencies;
    },
    lastPayload: () => payload,
    close: () => socket.close(),
  };
}
