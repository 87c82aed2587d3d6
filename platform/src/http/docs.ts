import { Router } from 'express';
import { docsPage, docsStylesheet } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';

/** `/api/openapi.json` for machines and `/api/docs` for people, each made at its first request and kept. */
export function apiDocs(): Router {
  const router = Router();
  const serve = (path: string, type: string, make: () => string): void => {
    let text: string | null = null;
    router.get(path, (_request, response) => {
      text ??= make();
      response.type(type).set('Cache-Control', 'no-cache').send(text);
    });
  };
  serve('/api/openapi.json', 'application/json', () => JSON.stringify(openApiDocument()));
  serve('/api/docs', 'text/html', () => docsPage());
  serve('/api/docs.css', 'text/css', () => docsStylesheet);
  return router;
}
