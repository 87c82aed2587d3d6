import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { uploadHeader } from '@dayline/contracts/endpoints/definition';
import { exampleRoutes, seen, uploadRoute } from '../testing/example-calls.ts';
import { ids, startRouteServer } from '../testing/route-server.ts';

const boundary = 'form';
const before = `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="x.png"\r\n\r\n`;
const after = `\r\n--${boundary}--\r\n`;

/** An upload whose headers have been read; the test sends the body. */
async function begin(
  port: number,
  cookie: string,
  fileBytes: number,
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let reply = '';
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (text) => {
      reply += text;
    });
    socket.on('close', () => resolve(reply.replace('HTTP/1.1 100 Continue\r\n\r\n', '')));
  });
  const continued = new Promise((resolve) => {
    socket.once('data', resolve);
  });
  const headers = [
    'POST /api/photo HTTP/1.1',
    'Host: x',
    'Connection: close',
    'Expect: 100-continue',
    `Cookie: ${cookie}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${before.length + fileBytes + after.length}`,
    `${uploadHeader}: 1`,
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  await continued;
  return { socket, answer };
}

test('an upload goes on beyond the time of a body as long as its bytes keep coming, and one that stalls is 408', async () => {
  // At this rate 100 kB allow 1,000 s; no bytes allow none.
  const calls = await startRouteServer([uploadRoute], { bodies: { graceMs: 500, leastRate: 100 } });
  try {
    const cookie = await calls.signIn('admin');
    const port = Number(new URL(calls.base).port);
    const slow = await begin(port, cookie, 200_000);
    slow.socket.write(before + 'x'.repeat(100_000));
    // Starts later, so that the slow body's grace period is also over when this one is answered.
    const stalled = await begin(port, cookie, 200_000);
    const refusal = await stalled.answer;
    expect(refusal).toMatch(/^HTTP\/1.1 408 /);
    expect(refusal).toContain('"code":"request.timeout"');
    expect(refusal.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(slow.socket.readyState).toBe('open');
    slow.socket.write('x'.repeat(100_000) + after);
    expect(await slow.answer).toMatch(/^HTTP\/1.1 200 /);
    expect(seen.at(-1)?.file).toHaveLength(200_000);
  } finally {
    await calls.close();
  }
});

test('a request that has its answer already does not hold its connection by a body that stalls', async () => {
  const calls = await startRouteServer([uploadRoute], { bodies: { graceMs: 100, leastRate: 100 } });
  try {
    const { answer } = await begin(Number(new URL(calls.base).port), 'dayline_session=made-up', 200_000);
    expect(await answer).toMatch(/^HTTP\/1.1 401 /);
  } finally {
    await calls.close();
  }
});

test('a command’s time is that at which its body is there, however long it took', async () => {
  let admit = () => {};
  const admitted = new Promise<void>((resolve) => {
    admit = resolve;
  });
  const taken = () => {
    admit();
    return 0;
  };
  const calls = await startRouteServer(exampleRoutes, { callerThrottle: { take: taken, wait: () => 0 } });
  try {
    const headers = { cookie: await calls.signIn('admin'), 'content-type': 'application/json' };
    const slow = request(`${calls.base}/api/book`, { method: 'POST', agent: false, headers });
    slow.write('{"clientId":');
    await admitted;
    calls.now += 9_000;
    slow.end(`"${ids.client}"}`);
    const [response] = await once(slow, 'response');
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(seen.at(-1)?.now).toBe(calls.now);
  } finally {
    await calls.close();
  }
});
