import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { paths } from '@dayline/contracts/page-paths';
import { type Echo, type EchoService, startEchoService } from '../testing/echo-service.ts';
import { nginxConfig } from './nginx.ts';

const script = `// ${'x'.repeat(2_000)}`;
const nginx = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);
const describeIfNginx = nginx === undefined ? describe.skip : describe;

describeIfNginx('the generated configuration in a real nginx (skipped where none is installed)', () => {
  let folder: string;
  let port: number;
  let proxy: ChildProcess;
  let services: readonly EchoService[];
  let output = '';
  let umask = 0;

  beforeAll(async () => {
    // Started by root, its workers run as another user, and an earlier suite may have restricted the umask.
    umask = process.umask(0o022);
    folder = mkdtempSync(join(tmpdir(), 'dayline-proxy-'));
    chmodSync(folder, 0o755);
    const webFolder = join(folder, 'web');
    mkdirSync(join(webFolder, 'assets'), { recursive: true });
    mkdirSync(join(webFolder, '.vite'));
    writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Dayline</title>');
    writeFileSync(join(webFolder, 'favicon.svg'), '<svg/>');
    writeFileSync(join(webFolder, 'assets', 'index-1.js'), script);
    writeFileSync(join(webFolder, 'assets', 'index-1.js.gz'), gzipSync(script));
    writeFileSync(join(webFolder, '.vite', 'manifest.json'), '{}');
    const mimeTypes = join(folder, 'mime.types');
    writeFileSync(mimeTypes, 'types { text/html html; text/javascript js; image/svg+xml svg; }');
    services = await Promise.all(['command', 'query-1', 'query-2'].map(startEchoService));
    const [command = '', ...queries] = services.map(({ address }) => address);
    port = await freePort();
    const configFile = join(folder, 'nginx.conf');
    const config = nginxConfig({
      listen: `127.0.0.1:${port}`,
      webFolder,
      runFolder: folder,
      mimeTypes,
      accessLog: join(folder, 'access.log'),
      resolver: null,
      commandServices: [command],
      queryServices: queries,
    });
    // Its time limits, such as 2 s to connect, may be too short on a busy machine.
    writeFileSync(configFile, config.replaceAll(/(\w+_timeout) \d+s;/g, '$1 100s;'));
    proxy = spawn(nginx ?? '', ['-e', 'stderr', '-c', configFile, '-g', 'daemon off;'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    proxy.stderr?.on('data', (data) => {
      output += String(data);
    });
    await until(async () => (await ask('/healthz').catch(() => null))?.status === 200);
  });

  afterAll(async () => {
    process.umask(umask);
    const ended = new Promise((resolve) => proxy.once('exit', resolve));
    proxy.kill('SIGTERM');
    await ended;
    await Promise.all(services.map((service) => service.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  async function until(holds: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 60_000;
    while (!(await holds())) {
      if (Date.now() > end || proxy.exitCode !== null) throw new Error(`nginx did not come: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
  // Cast is safe: the echo services write only this.
  const echo = async (response: Response) => (await response.json()) as Echo;
  const post = (path: string, bytes: number) => ask(path, { method: 'POST', body: 'x'.repeat(bytes) });

  test("it ends TLS itself, and the generator makes such a configuration for a distribution's nginx", async () => {
    const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
    expect(spawnSync('openssl', [...made, '-out', certificate, '-keyout', key]).status).toBe(0);
    const [command = '', query = ''] = services.map(({ address }) => address);
    const tlsPort = await freePort();
    const file = join(folder, 'tls.conf');
    const generator = fileURLToPath(new URL('../../../../tools/proxy-config.mjs', import.meta.url));
    const options = {
      ...{ listen: `127.0.0.1:${tlsPort}`, certificate, key, command, query, run: join(folder, 'tls') },
      ...{ web: join(folder, 'web'), 'mime-types': join(folder, 'mime.types'), 'access-log': join(folder, 'tls.log') },
    };
    mkdirSync(options.run);
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const generated = spawnSync(process.execPath, [generator, ...args], { encoding: 'utf8' });
    expect([generated.status, generated.stderr.match(/Error.*/)]).toEqual([0, null]);
    writeFileSync(file, generated.stdout);
    const child = spawn(nginx ?? '', ['-e', 'stderr', '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
    try {
      const answer = () =>
        new Promise<string>((resolve, reject) => {
          const request = httpsRequest(
            { port: tlsPort, path: '/api/clients', rejectUnauthorized: false },
            (response) => {
              response.on('data', (data) => resolve(String(data)));
            },
          );
          request.on('error', reject).end();
        });
      let text = '';
      await until(async () => {
        text = await answer().catch(() => '');
        return text !== '';
      });
      expect(JSON.parse(text).headers['x-forwarded-proto']).toBe('https');
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
  });

  test('each call of the table reaches its service by its own path', async () => {
    for (const { method, path, kind } of Object.values(endpoints)) {
      const url = `${path.replaceAll(/\{\w+\}/g, '01JD8X-y.z')}?a=%2F`;
      if (path === '/api/contact') continue;
      const { service, url: seen } = await echo(await ask(url, { method }));
      expect([path, service.replace(/-\d$/, ''), seen]).toEqual([path, kind, url]);
    }
  });

  test('a service learns who asked, from whom, and for which host, and no page can say it instead', async () => {
    const { headers } = await echo(
      await ask('/api/clients', { headers: { 'X-Forwarded-For': '198.51.100.9', Forwarded: 'for=198.51.100.9' } }),
    );
    expect(headers['x-forwarded-for']).toBe('198.51.100.9, 127.0.0.1');
    expect(headers['x-forwarded-proto']).toBe('http');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(headers.host).toBe(`127.0.0.1:${port}`);
    expect(headers.forwarded).toBeUndefined();
  });

  test("an answer is the service's own, with each header once", async () => {
    const response = await ask('/api/contact', { method: 'POST' });
    expect(response.status).toBe(503);
    expect(response.headers.get('x-request-id')).toBe('made-by-command');
    expect(response.headers.get('content-security-policy')).toBeNull();
  });

  test('a body may have 16 kB, a photo 5 MB and what is around it; more is 413 in the shape of a failed call', async () => {
    expect((await echo(await post('/api/create-appointments', 16 * 1024))).bytes).toBe(16 * 1024);
    const tooLong = await post('/api/create-appointments', 16 * 1024 + 1);
    expect(tooLong.status).toBe(413);
    expect(await tooLong.json()).toEqual({
      success: false,
      code: 'request.too-large',
      message: 'The request is too large.',
      requestId: tooLong.headers.get('x-request-id'),
    });
    const maxOfPhoto = 5 * 1024 * 1024 + 16 * 1024;
    expect((await echo(await post('/api/poc/update-profile-image', maxOfPhoto))).bytes).toBe(maxOfPhoto);
    expect((await post('/api/poc/update-profile-image', maxOfPhoto + 1)).status).toBe(413);
  });

  test("a path of no page is 404, with the application's own page for it", async () => {
    for (const path of ['/nowhere', '/signup/more', '/verify-email/alone']) {
      const missing = await ask(path);
      expect([path, missing.status, missing.headers.get('cache-control')]).toEqual([path, 404, 'no-cache']);
      expect(await missing.text()).toContain('<title>Dayline</title>');
      expect(missing.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    for (const path of ['/View-Appointments/', '/verify-email/a.b-c/01J']) expect((await ask(path)).status).toBe(200);
  });

  test('pages, assets and what is missing', async () => {
    for (const path of ['/', '/admin-todays-appointments', '/audit/appointments/1', '/index.html']) {
      const page = await ask(path);
      expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
      expect(await page.text()).toContain('<title>Dayline</title>');
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(page.headers.get('strict-transport-security')).toBeNull();
    }
    const asset = await ask('/assets/index-1.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toBe('text/javascript');
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    expect(asset.headers.get('vary')).toBe('Accept-Encoding');
    expect(await asset.text()).toBe(script);
    expect((await ask('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=0');
    for (const path of ['/assets/gone-2.js', '/robots.txt', '/.vite/manifest.json', '/metrics', '/readyz']) {
      const gone = await ask(path);
      expect([path, gone.status]).toEqual([path, 404]);
      expect(gone.headers.get('cache-control') ?? '').not.toContain('immutable');
      expect(gone.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('the token of a link in an email is in no line of the access log', async () => {
    const links = [
      ...Object.values(paths).filter((path) => path.includes(':token')),
      '/api/messages/decline?token=:token',
    ];
    expect(links.length).toBeGreaterThan(6);
    for (const link of links) await ask(link.replace(':token', 'secret-of-the-link').replace(':pocId', 'of-somebody'));
    const log = () => readFileSync(join(folder, 'access.log'), 'utf8');
    await ask('/api/after-the-links');
    await until(async () => log().includes('/api/after-the-links'));
    expect(log()).toContain('/index.html');
    expect(log()).not.toContain('secret-of-the-link');
  });

  test('behind TLS, what the proxy says itself carries HSTS', async () => {
    const { headers } = await ask('/', { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
  });

  /** Requests a websocket; returns the answer with its echo. */
  const upgrade = (path: string, cookie: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const request = httpRequest({
        port,
        host: '127.0.0.1',
        path,
        headers: { Connection: 'Upgrade', Upgrade: 'websocket', Cookie: cookie },
      });
      request.on('upgrade', (_response, socket, head) => {
        let text = head.toString();
        socket.on('data', (data) => {
          text += String(data);
          if (text.endsWith('ping')) socket.end();
        });
        socket.on('close', () => resolve(text));
        socket.write('ping');
      });
      request.on('response', (response) => {
        response.resume();
        resolve(`no upgrade: ${response.statusCode}`);
      });
      request.on('error', reject);
      request.end();
    });

  test('a websocket is carried both ways, and only where live updates are', async () => {
    expect(await upgrade('/socket.io/?transport=websocket', 'dayline_session=a')).toMatch(/^query-[12]ping$/);
    expect(await upgrade('/api/clients', 'dayline_session=a')).toBe('no upgrade: 200');
  });

  test('websockets spread over the query services', async () => {
    const homes = new Set<string>();
    for (let page = 0; page < 16; page += 1) homes.add(await upgrade('/socket.io/', `dayline_session=token${page}`));
    expect([...homes].sort()).toEqual(['query-1ping', 'query-2ping']);
  });

  test('a query service that is gone is skipped; with none left the answer is 503 with a code and Retry-After', async () => {
    const [, first, second] = services;
    await first?.close();
    for (let times = 0; times < 4; times += 1) {
      expect((await echo(await post('/api/appointments', 10))).service).toBe('query-2');
    }
    expect(await upgrade('/socket.io/', 'dayline_session=token1')).toBe('query-2ping');
    await second?.close();
    const away = await post('/api/appointments', 10);
    expect(away.status).toBe(503);
    expect(away.headers.get('retry-after')).toBe('2');
    expect(away.headers.get('cache-control')).toBe('no-store');
    expect(await away.json()).toMatchObject({ success: false, code: 'service.unavailable' });
    expect((await ask('/')).status).toBe(200);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
