import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { uploadHeader } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { failureSchema } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import sharp from 'sharp';
import { demoData } from '../testing/demo-data.ts';
import { eventsIn } from '../testing/event-file.ts';
import { readAfter, type SignedIn, signIn } from '../testing/http-caller.ts';
import { type Product, removeData, startProduct } from '../testing/processes/product.ts';

const dataDir = await demoData();
const blobs = join(dataDir, 'blobs');
let product: Product;
let doctor: SignedIn;
let admin: SignedIn;
let stranger: SignedIn;
let pocId: string;

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 120, b: 200 } } });
/** A GPS position as a phone's camera writes it. */
const withLocation = () =>
  canvas(800, 600)
    .withExif({ IFD0: { Copyright: 'CanaryCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 4/1 0/1' } })
    .jpeg()
    .toBuffer();

interface Sending {
  readonly name?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: SignedIn;
  readonly field?: string;
}

async function upload(
  bytes: Buffer | null,
  { name = 'me.jpg', type = 'image/jpeg', headers, as = doctor, field = 'image' }: Sending = {},
) {
  const form = new FormData();
  form.set('pocId', pocId);
  if (bytes) form.set(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return fetch(`${product.url}${endpoints.updateProfileImage.path}`, {
    method: 'POST',
    headers: { cookie: as.cookie, ...(headers ?? { [uploadHeader]: '1' }) },
    body: form,
  });
}
const refusalOf = async (response: Response) => {
  const { code, message } = failureSchema.parse(await response.json());
  return { status: response.status, code, message };
};
const get = (path: string, { cookie }: { readonly cookie: string }) =>
  fetch(`${product.url}${path}`, { headers: { cookie } });

beforeAll(async () => {
  product = await startProduct(dataDir);
  doctor = await signIn(product.url, 'doctor@sunrise.example');
  admin = await signIn(product.url, 'admin@sunrise.example');
  stranger = await signIn(product.url, 'admin@lakeside.example');
  pocId = doctor.user.pocId ?? '';
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

describe('refused by name, and nothing of it kept:', () => {
  const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  const cases: [string, () => Promise<Buffer> | Buffer, Sending, { status: number; code: string }][] = [
    ['a renamed script', () => Buffer.from('<script>alert(1)</script>'), {}, { status: 415, code: 'photo.type' }],
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      { name: 'me.svg', type: 'image/svg+xml' },
      { status: 415, code: 'photo.type' },
    ],
    ['a GIF that says it is a JPEG', () => canvas(8, 8).gif().toBuffer(), {}, { status: 415, code: 'photo.type' }],
    [
      'a broken JPEG',
      async () => (await canvas(800, 600).jpeg().toBuffer()).subarray(0, 900),
      {},
      { status: 422, code: 'photo.broken' },
    ],
    [
      'a JPEG in its first bytes alone',
      () => Buffer.concat([jpegHead, Buffer.from('#!/bin/sh')]),
      {},
      { status: 422, code: 'photo.broken' },
    ],
    [
      'a photo of 6 MB',
      () => Buffer.concat([jpegHead, Buffer.alloc(6 * 1024 * 1024)]),
      {},
      { status: 413, code: 'photo.too-large' },
    ],
    [
      'a decompression bomb',
      () => canvas(7_100, 7_100).png({ compressionLevel: 9 }).toBuffer(),
      { name: 'me.png', type: 'image/png' },
      { status: 422, code: 'photo.too-many-pixels' },
    ],
    [
      'an upload without a header of our own',
      () => canvas(8, 8).png().toBuffer(),
      { headers: {} },
      { status: 403, code: 'request.foreign-origin' },
    ],
    ['another field', () => canvas(8, 8).png().toBuffer(), { field: 'file' }, { status: 400, code: 'request.invalid' }],
  ];
  test.each(cases)('%s', async (_what, bytes, sending, expected) => {
    const response = await upload(await bytes(), sending);
    expect(await refusalOf(response)).toMatchObject(expected);
    expect(existsSync(blobs) ? readdirSync(blobs) : []).toEqual([]);
  });

  test('no file at all, with the sentence of the specification', async () => {
    expect(await refusalOf(await upload(null))).toEqual({
      status: 400,
      code: 'photo.missing',
      message: 'Unable to upload: missing required information',
    });
  });

  test("an auditor's, and an administrator's of another client", async () => {
    const bytes = await canvas(8, 8).png().toBuffer();
    const auditor = await signIn(product.url, 'auditor@sunrise.example');
    expect(await refusalOf(await upload(bytes, { as: auditor }))).toMatchObject({ code: 'access.role' });
    expect(await refusalOf(await upload(bytes, { as: stranger }))).toMatchObject({ code: 'access.foreign' });
  });
});

describe('a photo', () => {
  let imageUrl: string;

  beforeAll(async () => {
    const response = await upload(await withLocation(), { name: '../../etc/passwd.exe', type: 'text/html' });
    const reply = endpoints.updateProfileImage.response.parse(await response.json());
    ({ imageUrl } = reply);
    expect(reply.message).toBe('Profile image updated successfully.');
    const profile = (await doctor.call('getDoctor', { pocId }, readAfter(reply.position))).reply();
    expect(profile.profile_image).toBe(imageUrl);
  });

  test('is re-encoded: upright, small, and without a trace of the camera or the place', async () => {
    const response = await get(imageUrl, doctor);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { format, width, height, exif, icc, xmp } = await sharp(bytes).metadata();
    expect({ format, width, height, exif, icc, xmp }).toEqual({ format: 'webp', width: 512, height: 384 });
    expect(bytes.includes('CanaryCamera')).toBe(false);
    expect((await sharp(await withLocation()).metadata()).exif?.includes('CanaryCamera')).toBe(true);
  });

  test('comes from getPhoto with a fixed type, and is kept by the reader alone', async () => {
    const { headers } = await get(imageUrl, admin);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('has a name of our own, and is an event', () => {
    const photoId = imageUrl.split('/').at(-1) ?? '';
    expect(readdirSync(blobs)).toEqual([photoId]);
    return expect(eventsIn(dataDir, streams.doctor(pocId))).resolves.toContainEqual(
      expect.objectContaining({ type: 'ProfilePhotoChanged', data: { photoId } }),
    );
  });

  test('is shown to nobody of another client, and not without a session', async () => {
    expect(await refusalOf(await get(imageUrl, stranger))).toMatchObject({ status: 404, code: 'photo.unknown' });
    expect(await refusalOf(await get(imageUrl, { cookie: '' }))).toMatchObject({
      status: 401,
      code: 'session.missing',
    });
  });

  test('check-image-path answers for what the caller may see, and never touches a path', async () => {
    const exists = async (who: SignedIn, path: string) => (await check(who, path)).exists;
    const check = async (who: SignedIn, path: string) => {
      const response = await get(`${endpoints.checkImagePath.path}?path=${encodeURIComponent(path)}`, who);
      return endpoints.checkImagePath.response.parse(await response.json());
    };
    expect(await exists(doctor, imageUrl)).toBe(true);
    expect(await exists(admin, imageUrl)).toBe(true);
    expect(await exists(stranger, imageUrl)).toBe(false);
    for (const path of ['/etc/passwd', '../secrets.json', `${imageUrl}/../x`, `/api/photos/${pocId}_${pocId}`, '']) {
      expect({ path, exists: await exists(doctor, path) }).toEqual({ path, exists: false });
    }
  });

  test.each(['png', 'webp', 'jpeg'] as const)('may be a %s', async (format) => {
    const response = await upload(await canvas(64, 64).toFormat(format).toBuffer(), {
      name: 'me',
      type: `image/${format}`,
    });
    expect(response.status).toBe(200);
  });

  test('takes the place of the one before, of which nothing is kept, also if an administrator sends it', async () => {
    const send = async (width: number, as = doctor) =>
      (await upload(await canvas(width, 40).png().toBuffer(), { as })).status;
    expect(await send(40, admin)).toBe(200);
    // As many uploads as the product processes concurrently.
    expect(await Promise.all([send(41), send(42)])).toEqual([200, 200]);
    const events = await eventsIn(dataDir, streams.doctor(pocId));
    const present = events.findLast(({ type }) => type === 'ProfilePhotoChanged')?.data['photoId'];
    expect(readdirSync(blobs)).toEqual([present]);
    const shown = (await doctor.call('getDoctor', { pocId }, readAfter(events.at(-1)?.position ?? null))).reply();
    expect((await get(shown.profile_image ?? '', doctor)).status).toBe(200);
  });

  test('sent again under its key is the same photo, and another under that key is refused', async () => {
    const headers = { [uploadHeader]: '1', 'idempotency-key': 'photo-once-1' };
    const picture = await canvas(32, 32).png().toBuffer();
    const first = await (await upload(picture, { headers })).json();
    expect(await (await upload(picture, { headers })).json()).toEqual(first);
    const otherBytes = await canvas(33, 33).png().toBuffer();
    expect(await refusalOf(await upload(otherBytes, { headers }))).toMatchObject({ status: 422, code: 'key.reused' });
  });
});
