import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { send } from '@dayline/http/testing/send';
import { type Product, removeData, startProduct, temporaryData } from './testing/processes/product.ts';

/** Common to every response: its headers, the description of the calls, and the time limit of a body. */

const dataDir = temporaryData();
let product: Product;
beforeAll(async () => {
  product = await startProduct(dataDir, { DEMO: 'off' });
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

describe('the headers', () => {
  const assets = fileURLToPath(new URL('../../web/dist/assets', import.meta.url));
  const script = readdirSync(assets).find((name) => name.endsWith('.js'));
  const paths = [
    ['a page', 'GET', '/', 200],
    ['a deep page', 'GET', '/admin-dashboard', 200],
    ['a script', 'GET', `/assets/${script}`, 200],
    ['a missing asset', 'GET', '/assets/missing.js', 404],
    ['a missing file', 'GET', '/missing.png', 404],
    ['an answer', 'POST', endpoints.listClients.path, 200],
    ['a refusal', 'POST', endpoints.listDepartments.path, 401],
    ['an unknown call', 'POST', '/api/nothing', 404],
    ['the wrong method', 'GET', endpoints.listDepartments.path, 405],
    ["a path that can't be decoded", 'GET', '/%E0%A4%A', 400],
    ['the readable page of the calls', 'GET', '/api/docs', 200],
    ['the OpenAPI document', 'GET', '/api/openapi.json', 200],
    ['health', 'GET', '/healthz', 200],
    ['readiness', 'GET', '/readyz', 200],
  ] as const;

  test.each(paths)('of %s keep the page safe', async (_, method, path, status) => {
    const answer = await send(product.url, { method, path });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    const policy = answer.headers['content-security-policy'] ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(answer.headers['x-powered-by']).toBeUndefined();
    // Without TLS in front there is no HSTS.
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  test('of a request that is no HTTP have them too', async () => {
    const { hostname, port } = new URL(product.url);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
      let read = '';
      socket.on('data', (chunk) => {
        read += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(read));
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text.toLowerCase()).toContain("frame-ancestors 'none'");
  });

  test('let data never be kept, a page be asked for again, and an asset be kept for a year', async () => {
    const cacheOf = async (method: string, path: string) =>
      (await send(product.url, { method, path })).headers['cache-control'];
    expect(await cacheOf('POST', endpoints.listClients.path)).toBe('no-store');
    expect(await cacheOf('GET', '/todays-appointments')).toBe('no-cache');
    expect(await cacheOf('GET', `/assets/${script}`)).toBe('public, max-age=31536000, immutable');
  });

  test('a page is the web application, whose scripts all come from here', async () => {
    const page = await send(product.url, { method: 'GET', path: '/appointment-details' });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('<div id="root">');
    for (const [, source] of page.text.matchAll(/<script[^>]*src="([^"]*)"/g)) expect(source).toMatch(/^\/assets\//);
    expect(page.text).not.toMatch(/<script(?![^>]*src=)/);
    // Rendered before any other file is loaded.
    expect(page.text).toContain('<span>Loading...</span>');
    expect(page.text).not.toMatch(/<link[^>]*stylesheet/);
  });
});

test('the pages and their assets come as the build has compressed them', async () => {
  const page = await (await fetch(product.url)).text();
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  expect(assets.length).toBeGreaterThan(0);
  const small: string[] = [];
  for (const path of assets) {
    const plain = await fetch(`${product.url}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
    expect([path, plain.status, plain.headers.get('content-encoding')]).toEqual([path, 200, null]);
    const text = await plain.text();
    const stored = await fetch(`${product.url}${path}.br`);
    // Files smaller than a network packet aren't compressed.
    if (text.length < 1_024) {
      small.push(path);
      continue;
    }
    expect(brotliDecompressSync(Buffer.from(await stored.arrayBuffer())).toString()).toBe(text);
    const usual = await fetch(`${product.url}${path}`, { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } });
    expect([path, usual.headers.get('content-encoding')]).toEqual([path, 'br']);
    expect(usual.headers.get('vary')).toContain('Accept-Encoding');
  }
  expect(small.length).toBeLessThan(assets.length);
});

test('the calls are described for machines and for people', async () => {
  const document = JSON.parse((await send(product.url, { method: 'GET', path: '/api/openapi.json' })).text);
  expect(document.openapi).toBe('3.1.0');
  for (const { path, method } of Object.values(endpoints)) {
    expect(document.paths[path]).toHaveProperty(method.toLowerCase());
  }
  for (const path of ['/api/docs', '/api/docs/start.js', '/api/docs/swagger-ui-bundle.js']) {
    expect((await send(product.url, { method: 'GET', path })).status).toBe(200);
  }
});

test('a body that never ends is given up on', async () => {
  const { hostname, port } = new URL(product.url);
  const status = await new Promise<number>((resolve, reject) => {
    const slow = request({
      hostname,
      port,
      method: 'POST',
      path: endpoints.listClients.path,
      headers: { 'content-type': 'application/json', 'content-length': '100' },
    });
    slow.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    slow.on('error', reject);
    slow.write('{');
  });
  expect(status).toBe(408);
});
