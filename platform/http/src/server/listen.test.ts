import { createLogger } from '@dayline/runtime/logging/logger';
import { securityHeaders } from '../security-headers.ts';
import { createApp } from './app.ts';
import { listen } from './listen.ts';

test('requests and responses are created with the prototypes that Express gives them', async () => {
  const security = securityHeaders({ secure: false });
  const prototypes: unknown[] = [];
  const app = createApp({
    security,
    logger: createLogger('test', { level: 'silent' }),
    calls: [],
    more: (express) => {
      express.get('/prototypes', (request, response) => {
        prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
        response.send(request.get('x-sent'));
      });
    },
  });
  const { server, port, close } = await listen(app, { host: '127.0.0.1', port: 0, security });
  server.prependListener('request', (request, response) => {
    prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
  });
  const answer = await fetch(`http://127.0.0.1:${port}/prototypes`, { headers: { 'X-Sent': 'by a page' } });
  expect(await answer.text()).toBe('by a page');
  const [requestPrototype, responsePrototype, ...routePrototypes] = prototypes;
  expect(routePrototypes[0]).toBe(requestPrototype);
  expect(routePrototypes[1]).toBe(responsePrototype);
  await close();
});
