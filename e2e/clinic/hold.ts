import type { Page } from '@playwright/test';

export interface HeldLive {
  /** Live messages no longer reach the page. */
  hold(): void;
  /** The connection is closed, and reconnects fail until `release`. */
  cut(): Promise<void>;
  release(): void;
}

/**
 * Intercepts a page's live updates, so that a story controls what the page knows. Call it before the page is opened.
 */
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
      // "42" is a socket.io event; other frames keep the connection alive.
      const isLiveMessage = typeof message === 'string' && message.startsWith('42');
      if (!(isLiveMessage && state === 'held')) route.send(message);
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
