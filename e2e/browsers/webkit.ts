import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { callOf, type Engine, environment } from './engine.ts';

/** MiniBrowser's own toolbar would be wider than a phone; no animations. */
const settingsIni = '[Settings]\ngtk-enable-animations=0\n';
const css = '* { padding: 0; margin: 0; min-width: 0; min-height: 0; font-size: 1px }';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Cast is safe: a server listening on a port has such an address.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A virtual screen in memory; Xvfb prints its display number once it is ready. */
async function startScreen(): Promise<{ process: ChildProcess; display: string }> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // Cast is safe: the fourth stream is a pipe from Xvfb.
  for await (const line of createInterface(xvfb.stdio[3] as Readable)) return { process: xvfb, display: `:${line}` };
  throw new Error('Xvfb has no display.');
}

/** Calls W3C WebDriver (https://www.w3.org/TR/webdriver2/) and returns the command's value. */
async function call<Value>(url: string, method: 'POST' | 'DELETE', body: object = {}): Promise<Value> {
  const response = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Value & { message?: string } };
  if (!response.ok) throw new Error(`${url}: ${value.message}`);
  return value;
}

export async function startWebKit(): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'dayline-webkit-'));
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0', 'settings.ini'), settingsIni);
  writeFileSync(join(home, 'gtk-3.0', 'gtk.css'), css);
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, ...environment, HOME: home, XDG_CONFIG_HOME: home, DISPLAY: screen.display },
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}/session`;
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`);
      break;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const { sessionId } = await call<{ sessionId: string }>(base, 'POST', {
    capabilities: {
      alwaysMatch: {
        unhandledPromptBehavior: 'accept',
        timeouts: { script: 180_000, pageLoad: 180_000 },
      },
    },
  });
  const session = `${base}/${sessionId}`;
  return {
    async open(url) {
      await call(`${session}/url`, 'POST', { url });
    },
    async back() {
      await call(`${session}/back`, 'POST');
    },
    async run(inPage, ...args) {
      const script = `const done = arguments[0]; ${callOf(inPage, args)}.then((value) => done({ value }), (error) => done({ error: String(error) }))`;
      const { value, error } = await call<{ value?: string; error?: string }>(`${session}/execute/async`, 'POST', {
        script,
        args: [],
      });
      if (value === undefined) throw new Error(error);
      return JSON.parse(value);
    },
    async perform(actions) {
      await call(`${session}/actions`, 'POST', { actions });
    },
    async resize({ width, height }) {
      await call(`${session}/window/rect`, 'POST', { x: 0, y: 0, width, height });
    },
    async quit() {
      // A crash has ended it.
      await call(session, 'DELETE').catch(() => undefined);
      for (const process of [driver, screen.process]) {
        const ended = once(process, 'exit');
        process.kill();
        await ended;
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}
