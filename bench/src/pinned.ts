import { type ChildProcess, type ForkOptions, fork, spawn, spawnSync } from 'node:child_process';
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

/** Ends with the bench, however that ends. */
const busyLoop = 'while kill -0 $PPID 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done';
const canIdle = canPin && spawnSync('chrt', ['--idle', '0', 'true'], { stdio: 'ignore' }).status === 0;

/**
 * Keeps both cores from sleeping, by a loop on each that runs only while nothing else wants it (SCHED_IDLE): a virtual
 * machine's core that sleeps is woken by its host, which takes from 0.05 to some ms, depending on what else runs there.
 * @returns the way to stop; null where the system can't do it
 */
export function keepAwake(): (() => void) | null {
  if (!canIdle) return null;
  const loops = [0, 1].map((core) =>
    spawn('chrt', ['--idle', '0', 'taskset', '-c', String(core), 'sh', '-c', busyLoop], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill();
  };
}
