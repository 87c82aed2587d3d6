/** Runs tasks of one stream sequentially, those of different streams concurrently. */
export type StreamQueue = <Result>(stream: string, task: () => Promise<Result>) => Promise<Result>;

export function createStreamQueue(): StreamQueue {
  const tails = new Map<string, Promise<unknown>>();
  return (stream, task) => {
    const before = tails.get(stream);
    const run = before ? before.then(task) : task();
    const tail = run.then(settle, settle);
    tails.set(stream, tail);
    tail.then(() => {
      if (tails.get(stream) === tail) tails.delete(stream);
    });
    return run;
  };
}

const settle = (): void => {};
