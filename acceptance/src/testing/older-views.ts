const hooks = `export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/projections/desk/projection.js')) return loaded;
  const lowered = String(loaded.source).replace(/version: (\\d+)/, (_, version) => 'version: ' + (version - 1));
  return { ...loaded, source: lowered };
}`;
const module = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;

/** The environment of a product with views of the previous version: an installation before its upgrade. */
export const olderViews = {
  NODE_OPTIONS: `--import=${module(`import { register } from 'node:module'; register(${JSON.stringify(module(hooks))});`)}`,
} as const;
