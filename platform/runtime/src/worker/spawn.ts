import { Worker } from 'node:worker_threads';

/**
 * Starts the worker thread whose module is beside `from`, named without extension. A process that runs the sources
 * (`npm run dev`) registers its TypeScript loader in the thread too. Jest has none, so its tests run the built module,
 * which Jest's set-up brings up to date.
 * @param mostMegabytes of its heap: if it exceeds them, it ends with an error
 */
export function spawnWorker(
  name: string,
  from: string,
  workerData: unknown,
  { maxMegabytes }: { readonly maxMegabytes?: number } = {},
): Worker {
  const resourceLimits = maxMegabytes === undefined ? {} : { maxOldGenerationSizeMb: maxMegabytes };
  if (from.endsWith('.ts') && process.execArgv.some((argument) => argument.includes('tsx'))) {
    const entry = new URL(`./${name}.ts`, from).href;
    const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(entry)}); });`;
    return new Worker(bootstrap, { eval: true, workerData, name, resourceLimits, execArgv: ['--conditions=source'] });
  }
  const built = from.replace(/\/src\/(?!.*\/src\/)/, '/dist/');
  return new Worker(new URL(`./${name}.js`, built), { workerData, name, resourceLimits });
}
