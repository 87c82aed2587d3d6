import { type ClientRequest, request } from 'node:http';
import { uploadHeader } from '@dayline/contracts/endpoints/definition';
import { uploadRoute } from '../testing/example-calls.ts';
import { type RouteServer, startRouteServer } from '../testing/route-server.ts';

let calls: RouteServer;
const open: ClientRequest[] = [];
beforeEach(async () => {
  calls = await startRouteServer([uploadRoute]);
});
afterEach(async () => {
  for (const request of open.splice(0)) request.destroy();
  await calls.close();
});

const start = '--form\r\nContent-Disposition: form-data; name="photo"; filename="x.png"\r\n\r\nx';

/** An upload whose body has begun; `status` resolves when it is answered. */
function begin(cookie: string) {
  const sent = request(`${calls.base}/api/photo`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=form', [uploadHeader]: '1' },
  });
  open.push(sent);
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
  });
  status.catch(() => undefined);
  sent.write(start);
  return { status, finish: () => sent.end('\r\n--form--\r\n'), cancel: () => sent.destroy() };
}
test('an account has three uploads open; the fourth is refused before its body, and others are not', async () => {
  const [own, otherCookie] = [await calls.signIn('admin'), await calls.signIn('admin')];
  const uploads = [begin(own), begin(own), begin(own), begin(own)];
  // The last to arrive is refused, even though its body isn't complete.
  expect(await Promise.race(uploads.map(({ status }) => status))).toBe(429);
  const elsewhere = begin(otherCookie);
  elsewhere.finish();
  expect(await elsewhere.status).toBe(200);
  for (const { finish } of uploads) finish();
  const statuses = await Promise.all(uploads.map(({ status }) => status));
  expect(statuses.toSorted()).toEqual([200, 200, 200, 429]);
  const again = begin(own);
  again.finish();
  expect(await again.status).toBe(200);
});

test('ten are open in all', async () => {
  const cookies = await Promise.all(Array.from({ length: 4 }, () => calls.signIn('admin')));
  const uploads = cookies.flatMap((cookie) => [begin(cookie), begin(cookie), begin(cookie)]);
  const early = await Promise.race(uploads.map(({ status }) => status));
  expect(early).toBe(429);
  for (const { finish } of uploads) finish();
  const statuses = await Promise.all(uploads.map(({ status }) => status));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
});

test('an upload whose caller has gone before it began holds no place', async () => {
  const held: (() => void)[] = [];
  const admit = () => (held.length < 3 ? new Promise<void>((resolve) => held.push(resolve)) : Promise.resolve());
  await calls.close();
  calls = await startRouteServer([uploadRoute], { admit });
  const own = await calls.signIn('admin');
  const gone = [begin(own), begin(own), begin(own)];
  while (held.length < gone.length) await new Promise(setImmediate);
  for (const { cancel } of gone) cancel();
  // Once another call is answered, the server has noticed their disconnection.
  const otherUpload = begin(await calls.signIn('admin'));
  otherUpload.finish();
  expect(await otherUpload.status).toBe(200);
  for (const release of held) release();
  const again = begin(own);
  again.finish();
  expect(await again.status).toBe(200);
});
