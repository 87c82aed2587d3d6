import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { compressed } from './compress.ts';

// `source` first: the contracts are compiled from their TypeScript, so that no other build has to run before.
const resolve = {
  conditions: ['source', 'module', 'browser', 'development|production'],
  alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('./src/shared/zod.ts', import.meta.url)) }],
};

/** Replaces the table of calls by its value, since pages before sign-in must not load the schemas behind it. */
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
    return { code: `export const callTable = ${JSON.stringify(callTable)};`, map: null };
  },
};

/** The font is there for the first paint: without it the first page would keep the system's. */
const fontPreload: Plugin = {
  name: 'dayline:font-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /inter-latin-wght-.*\.woff2$/.test(file));
      if (!font) throw new Error('the font is not in the build');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` };
      return [{ tag: 'link', injectTo: 'head', attrs }];
    },
  },
};

const modules = (...patterns: string[]) => new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'));
const mui = (names: string) => `node_modules/@mui/material/(${names})/`;

/**
 * A group includes its modules' imports, unless an earlier group has them. Few files before sign-in; code shared by
 * signed-in pages is grouped by imports. Named, so that the budgets can tell them apart.
 */
const chunkGroups = [
  { name: 'react', test: modules('node_modules/(react|react-dom|scheduler|react-router|react-router-dom)/') },
  {
    name: 'base',
    test: modules(
      'node_modules/(@emotion|stylis|clsx|prop-types|zustand|use-sync-external-store|react-is)/',
      'node_modules/@mui/(system|styled-engine|private-theming)/',
      'node_modules/@mui/utils/(?!useRovingTabIndex)',
      mui('styles|colors|Box|Typography|GlobalStyles|CssBaseline|zero-styled'),
      'src/ui/(theme/|icons/mark|feedback/overdue)',
      'src/shared/(paths|session|api/(call-error|positions|session-ended))',
    ),
  },
  {
    name: 'form',
    test: modules(
      mui('Button|ButtonBase|CircularProgress|Paper|Link|FormControl|FormHelperText|InputBase|OutlinedInput|Input'),
      mui('InputLabel|InputAdornment|NativeSelect|IconButton|ToggleButton|ToggleButtonGroup|transitions|Fade|Collapse'),
      'node_modules/(react-transition-group|dom-helpers|@babel/runtime)/',
      'src/ui/fields/(fields|native-select-field|password-field|error-summary)',
      'src/ui/(icons/icon|feedback/(banner|tone-chip)|buttons/mode-toggle|layout/page-header)',
      'src/shared/api/(client|call-table|patience|plain-calls|traceparent)',
      'src/app/shells/(auth-shell|day-picture)',
      'src/features/session/kept-sign-in',
      'contracts/src/(email-address|control-characters|password)\\.',
    ),
  },
  {
    name: 'site',
    test: modules('src/features/public-site/(components|text)', 'src/app/shells/site-shell', 'src/shared/company'),
  },
  { name: 'query', test: modules('node_modules/@tanstack/(react-)?query', 'src/shared/api/(hooks|query-client)') },
  { name: 'live', test: modules('node_modules/(socket.io|engine.io|@socket.io)', 'src/shared/api/live') },
  { name: 'media', test: modules('node_modules/@mui/(material|system)/useMediaQuery') },
  { name: 'table', test: modules('node_modules/@tanstack/(react-)?table', 'src/ui/table/') },
];

/** Where `npm run dev` finds the services; in production the built web is served on the same port. */
const services = process.env['DAYLINE_SERVICES'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [callTableByValue, react(), fontPreload, compressed()],
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
    // .size-limit.js reads from it which files a page imports.
    manifest: true,
    modulePreload: {
      polyfill: false,
      // WebKit keeps a failed preload for the import of the same file, for good: a click while the line is down would
      // break that page. So a chunk loads its scripts by the import alone.
      resolveDependencies: (_file, deps, { hostType }) =>
        hostType === 'js' ? deps.filter((file) => file.endsWith('.css')) : deps,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
});
