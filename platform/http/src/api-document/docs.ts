import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { endpoints } from '@dayline/contracts/endpoints/table';
import express, { Router } from 'express';
import { type DocumentOptions, openApiDocument } from './openapi.ts';

const require = createRequire(import.meta.url);
const swaggerUi = dirname(require.resolve('swagger-ui-dist/package.json'));

/** `/api/openapi.json`, and Swagger UI at `/api/docs`, with all files served by this process. */
export function apiDocs(options: DocumentOptions): Router {
  const router = Router();
  let document: string | null = null;
  const serve = (path: string, type: string, text: () => string): void => {
    router.get(path, (_request, response) => {
      response.type(type).set('Cache-Control', 'no-cache').send(text());
    });
  };
  serve('/api/openapi.json', 'application/json', () => {
    document ??= JSON.stringify(openApiDocument(endpoints, options));
    return document;
  });
  serve('/api/docs', 'text/html', () => page);
  serve('/api/docs/start.js', 'text/javascript', () => start);
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    router.use(`/api/docs/${name}`, express.static(join(swaggerUi, name)));
  }
  return router;
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dayline: the calls</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="calls"></div>
<noscript>This page needs JavaScript. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/** A separate file, since the Content-Security-Policy forbids inline scripts. */
const start = `document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#calls',
  deepLinking: true,
  filter: true,
  showExtensions: true,
  // A validator would be another host.
  validatorUrl: null,
});
`;
