import { createServer } from 'node:http';
import { livePath } from '@dayline/contracts/live';
import { listenOnAnyPort } from '@dayline/test-servers/listening';
import { expect, test } from '../clinic/story.ts';

declare global {
  interface Window {
    ___eio: ((packet: string) => void)[];
  }
}

test('a page of another origin on the same site learns nothing from the live updates', async ({ arrive, clinic }) => {
  const { context } = await arrive('desk1');
  const stranger = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
  });
  const { port, close } = await listenOnAnyPort(stranger);
  const live = new URL(`${livePath}/`, clinic.urls[0]);
  const page = await context.newPage();
  await page.goto(`http://${live.hostname}:${port}/`);

  /** engine.io's response as a script (JSONP), which any page may load; null if there is none. */
  const fetchAsScript = (more: string): Promise<string | null> =>
    page.evaluate(
      (address) =>
        new Promise<string | null>((resolve) => {
          window.___eio = [resolve];
          const script = document.createElement('script');
          script.src = address;
          script.onerror = () => resolve(null);
          document.head.append(script);
        }),
      `${live.href}?EIO=4&transport=polling&j=0${more}`,
    );

  const opened = await fetchAsScript('');
  if (opened !== null) {
    const { sid } = JSON.parse(opened.slice(1));
    await page.evaluate(
      (address) =>
        fetch(address, {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'include',
          body: new URLSearchParams({ d: '40' }),
        }),
      `${live.href}?EIO=4&transport=polling&j=0&sid=${sid}`,
    );
    const answers = [await fetchAsScript(`&sid=${sid}`), await fetchAsScript(`&sid=${sid}`)];
    expect(answers).toEqual([null, null]);
  }
  expect(opened).toBeNull();

  const socket = await page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const opening = new WebSocket(address);
        opening.onopen = () => resolve('open');
        opening.onerror = () => resolve('refused');
      }),
    `${live.href.replace('http', 'ws')}?EIO=4&transport=websocket`,
  );
  expect(socket).toBe('refused');
  await close();
});
