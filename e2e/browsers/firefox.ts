import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { callOf, type Engine, environment } from './engine.ts';

const preferences = {
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'ui.prefersReducedMotion': 1,
};

/** The address of its WebDriver BiDi, which it prints when it listens. */
async function addressOf(firefox: ChildProcess): Promise<string> {
  if (!firefox.stderr) throw new Error('Its output is not read.');
  for await (const line of createInterface(firefox.stderr)) {
    const address = /listening on (ws:\S+)/.exec(line)?.[1];
    if (!address) continue;
    // Firefox would block on a full pipe.
    firefox.stderr.resume();
    return address;
  }
  throw new Error('Firefox ended before it listened.');
}

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
  readonly result?: unknown;
  readonly message?: string;
}

/** WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): commands with their results, and events. */
async function connect(address: string, onEvent: (message: Message) => void) {
  const socket = new WebSocket(`${address}/session`);
  const pending = new Map<number, (message: Message) => void>();
  socket.on('message', (data) => {
    // Cast is safe: the protocol has no other messages.
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'event') onEvent(message);
    else pending.get(message.id ?? 0)?.(message);
  });
  await once(socket, 'open');
  let last = 0;
  return async <Result>(method: string, params: object): Promise<Result> => {
    last += 1;
    const id = last;
    const answer = new Promise<Message>((resolve) => pending.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answer;
    pending.delete(id);
    if (type === 'error') throw new Error(`${method}: ${message}`);
    // Cast is safe: each caller names the result of its command.
    return result as Result;
  };
}

/** Firefox reports a WebSocket that was still connecting when the next page was opened; the page has no fault. */
const interruptedSocket = /connection to ws\S+ was interrupted while the page was loading/i;

/** Runs in every document before its own scripts; also reports what the console log lacks. */
function watch(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`refused: ${effectiveDirective} ${blockedURI}`),
  );
  document.addEventListener(
    'error',
    ({ target }) => target instanceof Element && console.error(target.outerHTML),
    true,
  );
}

export async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'dayline-firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const firefox = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    {
      env: { ...process.env, ...environment, HOME: profile },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let faults: string[] = [];
  const send = await connect(await addressOf(firefox), ({ params }) => {
    const { level, text = '' } = params ?? {};
    if (level === 'error' && !interruptedSocket.test(text)) faults.push(text);
  });
  await send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  await send('script.addPreloadScript', { functionDeclaration: String(watch) });
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  return {
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async back() {
      await send('browsingContext.traverseHistory', { context, delta: -1 });
    },
    async run(inPage, ...args) {
      const { type, result, exceptionDetails } = await send<{
        type: string;
        result: { value: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', { expression: callOf(inPage, args), target: { context }, awaitPromise: true });
      if (type === 'exception') throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value);
    },
    async perform(actions) {
      await send('input.performActions', { context, actions });
    },
    async resize(viewport) {
      await send('browsingContext.setViewport', { context, viewport });
    },
    async print() {
      const { data } = await send<{ data: string }>('browsingContext.print', { context });
      return Buffer.from(data, 'base64');
    },
    faults() {
      const found = faults;
      faults = [];
      return found;
    },
    async quit() {
      const ended = once(firefox, 'exit');
      await send('browser.close', {});
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
