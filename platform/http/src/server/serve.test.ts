import { createLogger } from '@dayline/runtime/logging/logger';
import { securityText } from '../operations/security-text.ts';
import { securityHeaders } from '../security-headers.ts';
import { createApp } from './app.ts';
import { listen } from './listen.ts';
import { limitedByAddress } from './serve.ts';

test('the document of the calls, its pages and readiness are limited by address, but for this machine and the token of the metrics', async () => {
  const clock = { time: Date.UTC(2026, 0, 5), now: () => clock.time };
  const security = securityHeaders({ secure: false });
  const app = createApp({
    security,
    logger: createLogger('test', { level: 'silent' }),
    calls: [limitedByAddress({ publicCallsPerMinute: 3, trustProxy: 1, metricsToken: 'a-token-of-the-tests' }, clock)],
    more: (express) => express.get('/readyz', (_request, response) => response.json({ status: 'ready' })),
  });
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, security });
  const ask = async (path: string, from?: string, token = '') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { ...(from && { 'X-Forwarded-For': from }), ...(token && { Authorization: `Bearer ${token}` }) },
    });
    await answer.arrayBuffer();
    return answer;
  };
  const stranger = '203.0.113.5';
  for (const path of ['/api/openapi.json', '/api/docs/swagger-ui-bundle.js', '/readyz']) {
    expect([path, (await ask(path, stranger)).status]).toEqual([path, 200]);
  }
  for (const path of ['/api/openapi.json', '/api/docs', '/api/docs/swagger-ui-bundle.js', '/readyz']) {
    const refused = await ask(path, stranger);
    expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 429, '20']);
  }
  // A health probe shares its address with others.
  expect((await ask('/readyz', stranger, 'another')).status).toBe(429);
  expect((await ask('/readyz', stranger, 'a-token-of-the-tests')).status).toBe(200);
  expect((await ask('/readyz', '203.0.113.6')).status).toBe(200);
  for (let call = 0; call < 10; call += 1) expect((await ask('/readyz')).status).toBe(200);
  clock.time += 20_000;
  expect((await ask('/readyz', stranger)).status).toBe(200);
  await close();
});

describe('what a process serves beside its calls:', () => {
  const security = securityHeaders({ secure: false });
  const logger = createLogger('test', { level: 'silent' });
  const clock = { now: () => Date.UTC(2026, 0, 5) };
  const serve = async (more: Partial<Parameters<typeof createApp>[0]>, path: string) => {
    const app = createApp({ security, logger, calls: [], ...more });
    const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, security });
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    const text = await answer.text();
    await close();
    return { status: answer.status, text };
  };

  test('neither the document of the calls nor its page where they are switched off', async () => {
    for (const path of ['/api/openapi.json', '/api/docs', '/api/docs/start.js', '/api/docs/swagger-ui.css']) {
      const [served, off] = [await serve({}, path), await serve({ documentsCalls: false }, path)];
      expect([path, served.status, off.status]).toEqual([path, 200, 404]);
    }
  });

  test('security.txt where there is a contact, and only there', async () => {
    const path = '/.well-known/security.txt';
    const settings = { securityContact: 'mailto:security@hospital.example', publicUrl: 'https://dayline.example' };
    const { status, text } = await serve({ more: (app) => app.use(securityText(settings, clock)) }, path);
    expect({ status, lines: text.split('\n') }).toEqual({
      status: 200,
      lines: [
        'Contact: mailto:security@hospital.example',
        'Expires: 2026-07-04T00:00:00.000Z',
        'Preferred-Languages: en, hi',
        'Canonical: https://dayline.example/.well-known/security.txt',
        '',
      ],
    });
    const none = { ...settings, securityContact: null };
    expect((await serve({ more: (app) => app.use(securityText(none, clock)) }, path)).status).toBe(404);
  });
});
