import { CallError } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/client.ts';

/** In ms. Twenty screens behind one address stay below what it may ask without a session. */
export const pace = { checkEvery: 5_000 };

interface DisplayState {
  readonly code: string;
  readonly screen: string;
  /** When the code expires, by `performance.now()`. */
  readonly endsAt: number;
}

/**
 * Shows a code for this screen, another one when it ends, and asks whether the desk has typed it. Returns a function
 * that stops it.
 */
export function followCode(show: (code: string) => void, onPaired: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: DisplayState | undefined;
  let isStopped = false;

  async function create(): Promise<void> {
    const { code, screen, expiresInSeconds } = await call('createPairingCode', {});
    current = { code, screen, endsAt: performance.now() + expiresInSeconds * 1_000 };
    if (!isStopped) show(code);
  }

  /** Whether the screen is paired. */
  async function check({ code, screen }: DisplayState): Promise<boolean> {
    try {
      return (await call('checkPairingCode', { code, screen })).paired;
    } catch (error) {
      // Its time is over by the server's clock.
      if (error instanceof CallError && error.code === 'token.invalid') current = undefined;
      return false;
    }
  }

  async function step(): Promise<void> {
    const isValid = current !== undefined && performance.now() < current.endsAt;
    if (current && isValid && (await check(current))) {
      if (!isStopped) onPaired();
      return;
    }
    // Without an answer the next step asks again.
    if (!current || !isValid) await create().catch(() => undefined);
    if (!isStopped) timer = setTimeout(step, pace.checkEvery);
  }

  void step();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
