import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { chunks } from './chunks.ts';
import { compressed } from './compress.ts';

// `source` first: the contracts are compiled from their TypeScript, so that no other build has to run before.
const resolve = {
  conditions: ['source', 'module', 'browser', 'development|production'],
  alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('./src/shared/zod.ts', import.meta.url)) }],
};

/** The calls of each shape by name and path, which compress better than an object for each call. */
function compact(callTable: Readonly<Record<string, { readonly path: string }>>): string {
  const pathsOf = new Map<string, Record<string, string>>();
  for (const [name, { path, ...shape }] of Object.entries(callTable)) {
    const key = JSON.stringify(shape);
    pathsOf.set(key, { ...pathsOf.get(key), [name]: path });
  }
  const groups = [...pathsOf].map(([shape, paths]) => `[${shape},${JSON.stringify(paths)}]`);
  const entries = 'Object.entries(paths).map(([name, path]) => [name, { ...shape, path }])';
  return `Object.fromEntries([${groups}].flatMap(([shape, paths]) => ${entries}))`;
}

/** Replaces the call table by its value, since pages before sign-in must not load its schemas. */
const callTableByValue: Plugin = {
  name: 'dayline:call-table',
  apply: 'build',
  async transform(_code, id) {
    if (!id.endsWith('/src/shared/api/call-table.ts')) return null;
    const result = await build({
      configFile: false,
      logLevel: 'error',
      resolve,
      ssr: { noExternal: true },
      build: { ssr: id, write: false },
    });
    if (!('output' in result)) throw new Error('the table of calls was not built');
    const { callTable } = await import(`data:text/javascript,${encodeURIComponent(result.output[0].code)}`);
    return { code: `export const callTable = ${compact(callTable)};`, map: null };
  },
};

/** Leaves out what describes each of zod's schemas as JSON Schema, which no page does: 9 kB of every signed-in page. */
const withoutJsonSchema: Plugin = {
  name: 'dayline:without-json-schema',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('/zod/v4/classic/schemas.js')) return null;
    return { code: code.replaceAll(/^.*(processJSONSchema = |JSONSchemaMethod\().*$/gm, ''), map: null };
  },
};

/**
 * Loads the font and the code of fields and buttons together with the page: without them the first page would keep the
 * system's font, and show nothing until another round trip. Not a modulepreload, whose failure WebKit keeps.
 */
const early: Plugin = {
  name: 'dayline:early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const preload = (name: RegExp, attrs: Record<string, string>) => {
        const file = Object.keys(bundle).find((path) => name.test(path));
        if (!file) throw new Error(`${name} is not in the build`);
        return {
          tag: 'link',
          injectTo: 'head',
          attrs: { rel: 'preload', crossorigin: '', href: `/${file}`, ...attrs },
        } as const;
      };
      return [
        preload(/\/door-/, { as: 'script' }),
        preload(/inter-latin-wght-.*\.woff2$/, { as: 'font', type: 'font/woff2' }),
      ];
    },
  },
};

const chunking = chunks();

/** Where `npm run dev` finds the services; in production the web application is served on the same port. */
const services = process.env['DAYLINE_SERVICES'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [callTableByValue, withoutJsonSchema, react(), early, chunking, compressed()],
  resolve,
  server: {
    port: 5173,
    // The services refuse foreign origins, so the proxy sends theirs.
    proxy: {
      '/api': { target: services, changeOrigin: true, headers: { origin: services } },
      '/socket.io': { target: services, changeOrigin: true, ws: true, headers: { origin: services } },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // No data: URLs and no inline script, so that the Content-Security-Policy stays strict.
    assetsInlineLimit: 0,
    // .size-limit.js uses it to find which files a page imports.
    manifest: true,
    modulePreload: {
      polyfill: false,
      // WebKit keeps a failed preload and fails every later import of the same file: a click during an outage would
      // break that page. So a chunk loads its scripts by the import alone.
      resolveDependencies: (_file, deps, { hostType }) =>
        hostType === 'js' ? deps.filter((file) => file.endsWith('.css')) : deps,
    },
    rolldownOptions: {
      output: {
        // The build names a split chunk after all its pages; only the first is kept.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [{ name: (id) => chunking.nameOf(id), debugName: 'by visit' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
