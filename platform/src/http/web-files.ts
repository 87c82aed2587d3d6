import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compression from 'compression';
import express, { type Router } from 'express';

const year = 31_536_000;

/**
 * Serves the built web application from `folder`: hashed assets for a year, and `index.html` for every page's path, so
 * that a reload or a shared address opens the page itself.
 */
export function webFiles(folder: string): Router {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) throw new Error(`The web application is not built: ${index} is missing.`);
  const router = express.Router();
  router.use(compression());
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: year * 1000, index: false, fallthrough: false }),
  );
  router.use(express.static(folder, { index: false, maxAge: 0 }));
  router.get('/{*page}', (request, response, next) => {
    if (request.path.startsWith('/api/') || /\.\w+$/.test(request.path)) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(index);
  });
  return router;
}
