import type { Page } from '@playwright/test';

export interface HeldLive {
  /** From now on what the server tells by itself doesn't reach the page. */
  hold(): void;
  /** The connection is lost, and can't be made again until `release`. */
  cut(): Promise<void>;
  release(): void;
}

/** Stands between a page and its live updates, so that a story decides what it knows. To be called before it is opened. */
export async function holdLive(page: Page): Promise<HeldLive> {
  let state: 'open' | 'held' | 'cut' = 'open';
  const closers = new Set<() => Promise<void>>();
  await page.routeWebSocket(/\/socket\.io\/|\/live/, (route) => {
    if (state === 'cut') {
      void route.close();
      return;
    }
    const server = route.connectToServer();
    const close = async (): Promise<void> => {
      closers.delete(close);
      await route.close();
      await server.close();
    };
    closers.add(close);
    server.onMessage((message) => {
      // "42" is a socket.io event; all else keeps the connection alive.
      const isNews = typeof message === 'string' && message.startsWith('42');
      if (!(isNews && state === 'held')) route.send(message);
    });
  });
  return {
    hold: () => {
      state = 'held';
    },
    cut: async () => {
      state = 'cut';
      await Promise.all([...closers].map((close) => close()));
    },
    release: () => {
      state = 'open';
    },
  };
}
