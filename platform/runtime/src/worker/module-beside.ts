/**
 * The module to load in another thread or process: beside `from`, named without extension. A process that runs the
 * sources (`npm run dev`) loads the source. Jest has no loader for threads, so its tests load the built module, which
 * Jest's set-up brings up to date.
 */
export function moduleBeside(name: string, from: string): URL {
  const isSource = from.endsWith('.ts');
  if (isSource && process.execArgv.some((argument) => argument.includes('tsx'))) return new URL(`./${name}.ts`, from);
  return new URL(`./${name}.js`, isSource ? from.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : from);
}
