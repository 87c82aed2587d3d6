import { Worker } from 'node:worker_threads';
import { moduleBeside } from './module-beside.ts';

/**
 * Starts the worker thread whose module is beside `from`, named without extension. For a source, the TypeScript loader
 * is registered in the thread too.
 * @param maxMegabytes of its heap: if it exceeds them, it ends with an error
 */
export function spawnWorker(
  name: string,
  from: string,
  workerData: unknown,
  { maxMegabytes }: { readonly maxMegabytes?: number } = {},
): Worker {
  const resourceLimits = maxMegabytes === undefined ? {} : { maxOldGenerationSizeMb: maxMegabytes };
  const entry = moduleBeside(name, from);
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, { workerData, name, resourceLimits });
  const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); });`;
  return new Worker(bootstrap, { eval: true, workerData, name, resourceLimits, execArgv: ['--conditions=source'] });
}
