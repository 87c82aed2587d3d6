import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the services; the built web is served by them on one port. */
const services = process.env['DAYLINE_SERVICES'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
  // `source` first: the contracts are compiled from their TypeScript, so that no build has to run before this one.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    port: 5173,
    // The services refuse foreign origins, so that the proxy says theirs.
    proxy: {
      '/api': { target: services, changeOrigin: true, headers: { origin: services } },
      '/socket.io': { target: services, changeOrigin: true, ws: true, headers: { origin: services } },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // No data: URLs and no inline script, so that the content security policy stays strict.
    assetsInlineLimit: 0,
    // Tells .size-limit.js which files a page brings along.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ },
          ],
        },
      },
    },
  },
});
