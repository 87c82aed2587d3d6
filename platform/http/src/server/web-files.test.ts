import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { listenOnAnyPort } from '@dayline/test-servers/listening';
import express from 'express';
import { webFiles } from './web-files.ts';

const page = `<!doctype html><title>Dayline</title>${'x'.repeat(2_000)}`;
const script = `// ${'y'.repeat(2_000)}`;
let folder: string;
let port: number;
let close: () => Promise<void>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-web-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', page],
    ['assets/index-1.js', script],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  const app = express().use(webFiles(folder));
  ({ port, close } = await listenOnAnyPort(createServer(app)));
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

const plain = (bytes: Buffer): string => bytes.toString();
const ways = [
  ['br, gzip', 'br', (bytes: Buffer) => plain(brotliDecompressSync(bytes))],
  ['gzip, deflate, br, zstd', 'br', (bytes: Buffer) => plain(brotliDecompressSync(bytes))],
  ['gzip', 'gzip', (bytes: Buffer) => plain(gunzipSync(bytes))],
  ['br;q=0, gzip;q=0.5', 'gzip', (bytes: Buffer) => plain(gunzipSync(bytes))],
  ['identity', undefined, plain],
  ['zstd', undefined, plain],
  [undefined, undefined, plain],
] as const;

test.each(ways)('for Accept-Encoding: %s the form that the build wrote is sent', async (accepted, encoding, read) => {
  const headers = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
  for (const [path, text, type, cached] of [
    ['/', page, 'text/html; charset=utf-8', 'no-cache'],
    ['/admin-todays-appointments', page, 'text/html; charset=utf-8', 'no-cache'],
    ['/assets/index-1.js', script, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ] as const) {
    const answer = await ask(path, headers);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(read(answer.bytes)).toBe(text);
    expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': cached, vary: 'Accept-Encoding' });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
  }
});

test('each form has a tag of its own, by which it is not sent again', async () => {
  const tags = new Set<string>();
  for (const accepted of ['br', 'gzip', 'identity']) {
    const { headers } = await ask('/', { 'Accept-Encoding': accepted });
    const tag = String(headers.etag);
    tags.add(tag);
    const again = await ask('/', { 'Accept-Encoding': accepted, 'If-None-Match': tag });
    expect([accepted, again.status, again.bytes.length]).toEqual([accepted, 304, 0]);
    expect(again.headers.vary).toBe('Accept-Encoding');
    const otherEncoding = accepted === 'br' ? 'gzip' : 'br';
    expect((await ask('/', { 'Accept-Encoding': otherEncoding, 'If-None-Match': tag })).status).toBe(200);
  }
  expect(tags.size).toBe(3);
});

test("a path of no page is 404, with the application's own page for it", async () => {
  const found = ['/', '/signup', '/View-Appointments/', '/verify-email/a.b-c/01J', '/audit/appointments/1'];
  for (const path of found) expect([path, (await ask(path)).status]).toEqual([path, 200]);
  for (const path of ['/nowhere', '/signup/more', '/verify-email/alone', '/admin-dashboardish']) {
    const missing = await ask(path, { 'Accept-Encoding': 'br' });
    expect([path, missing.status, missing.headers['cache-control']]).toEqual([path, 404, 'no-cache']);
    expect(plain(brotliDecompressSync(missing.bytes))).toBe(page);
  }
});

test('what the build did not compress is sent as it is, and what is not there is 404 as it is', async () => {
  const icon = await ask('/favicon.svg', { 'Accept-Encoding': 'br' });
  expect([icon.status, plain(icon.bytes), icon.headers['content-encoding']]).toEqual([200, '<svg/>', undefined]);
  for (const path of ['/assets/gone-2.js', '/robots.txt', '/api/nothing']) {
    const gone = await ask(path, { 'Accept-Encoding': 'br' });
    expect([path, gone.status, gone.headers['content-encoding']]).toEqual([path, 404, undefined]);
  }
  expect((await ask('/', {}, 'POST')).status).toBe(404);
  const head = await ask('/', { 'Accept-Encoding': 'br' }, 'HEAD');
  expect([head.status, head.bytes.length, head.headers['content-encoding']]).toEqual([200, 0, 'br']);
});
