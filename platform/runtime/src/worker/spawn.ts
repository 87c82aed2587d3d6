import { Worker } from 'node:worker_threads';

/**
 * Starts the worker thread whose module is beside `from`, named without extension. The built product runs the compiled
 * `.js`; tests run the sources, after registering the TypeScript loader.
 */
export function spawnWorker(name: string, from: string, workerData: unknown): Worker {
  const extension = from.endsWith('.ts') ? 'ts' : 'js';
  const entry = new URL(`./${name}.${extension}`, from);
  if (extension === 'js') return new Worker(entry, { workerData, name });
  const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); });`;
  return new Worker(bootstrap, { eval: true, workerData, name, execArgv: ['--conditions=source'] });
}
