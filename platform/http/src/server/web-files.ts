import { existsSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { refuse } from '@dayline/contracts/errors';
import { pagePattern } from '@dayline/contracts/page-paths';
import express, { type RequestHandler, type Response, type Router } from 'express';

const year = 31_536_000;
/** In order of preference, with the file extensions that the build writes. */
const encodings = { br: '.br', gzip: '.gz' } as const;

/**
 * Serves the built web application from `folder`: hashed assets for a year, and `index.html` for every page path, so
 * that reloads and shared addresses open the page (404 with the same file for other paths). Files were compressed by
 * the build.
 */
export function webFiles(folder: string): Router {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) throw new Error(`The web application is not built: ${index} is missing.`);
  const router = express.Router();
  router.use(pagesToIndex, chooseEncoding(folder));
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: year * 1000, index: false, fallthrough: false }),
  );
  router.use(express.static(folder, { index: false, maxAge: 0, setHeaders: preventStalePages }));
  return router;
}

const isPage = new RegExp(pagePattern, 'i');

/** Paths without extension are pages, all served by one file, which shows unknown pages itself. */
const pagesToIndex: RequestHandler = (request, response, next) => {
  const { method, path } = request;
  if (path.startsWith('/api/') || !['GET', 'HEAD'].includes(method)) return next('router');
  if (!isDecodable(path)) return next(refuse('request.malformed'));
  if (!/\.\w+$/.test(path)) {
    if (!isPage.test(path)) response.status(404);
    request.url = '/index.html';
  }
  next();
};

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Pages are revalidated and answered 304 if unchanged. */
function preventStalePages(response: Response, path: string): void {
  if (/\.html(\.\w+)?$/.test(path)) response.setHeader('Cache-Control', 'no-cache');
}

/** Maps a request to the best compressed version that the caller accepts. */
function chooseEncoding(folder: string): RequestHandler {
  const files = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  );
  return (request, response, next) => {
    const { path } = request;
    const available = Object.entries(encodings).filter(([, extension]) => files.has(`${path}${extension}`));
    if (available.length === 0) return next();
    response.vary('Accept-Encoding');
    // Our order of preference: browsers name gzip before br.
    const [name, extension] = available.find(([encoding]) => request.acceptsEncodings(encoding) === encoding) ?? [];
    if (name === undefined || extension === undefined) return next();
    response.type(extname(path));
    response.setHeader('Content-Encoding', name);
    request.url = `${path}${extension}`;
    next();
  };
}
