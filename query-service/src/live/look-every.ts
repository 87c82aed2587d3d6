/** Runs `look` at intervals, one at a time, for the life of the process. `look` reports its own faults. */
export function lookEvery(everyMs: number, look: () => Promise<void>): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null;
    });
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
