import { type ChildProcess, type ForkOptions, fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Whether processes can be kept to one core each, so that the load takes nothing from what it measures. */
export const canPin: boolean =
  availableParallelism() > 1 && spawnSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' }).status === 0;

/** Keeps this process, and the threads that it starts from now on, to a core. */
export function pinTo(core: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(process.pid)], { stdio: 'ignore' });
}

/** A child process on a core of its own; where that can't be had, on any. */
export function forkOn(core: number, module: string, args: readonly string[], options: ForkOptions = {}): ChildProcess {
  if (!canPin) return fork(module, args, options);
  return fork(module, args, {
    ...options,
    execPath: 'taskset',
    execArgv: ['-c', String(core), process.execPath, ...(options.execArgv ?? [])],
  });
}
