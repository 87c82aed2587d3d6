import type { Call } from './requests.ts';

/** Calls per second, with one call in flight per connection at any time. */
export async function rateOf(call: Call, ms: number, connections: number): Promise<number> {
  const started = performance.now();
  let answered = 0;
  async function keepCalling(): Promise<void> {
    while (performance.now() - started < ms) {
      await call();
      answered += 1;
    }
  }
  await Promise.all(Array.from({ length: connections }, keepCalling));
  return answered / ((performance.now() - started) / 1_000);
}
