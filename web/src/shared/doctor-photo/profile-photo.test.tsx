import { jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { aDoctor } from '../testing/identities.ts';
import { show } from '../testing/render.tsx';
import { fitting, photoProblem } from './photo-rules.ts';
import { ProfilePhoto } from './profile-photo.tsx';

test("without a doctor an upload says 'Unable to upload: missing required information'", async () => {
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
  const { user } = show(<ProfilePhoto pocId={null} name="Dr. Asha Menon" url={null} />, { as: aDoctor });
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Profile photo'), { target: { files: [file] } });
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(
    await screen.findByRole('alertdialog', { name: 'Unable to upload: missing required information' }),
  ).toBeVisible();
});

test.each([
  ['too many pixels', 8_192, 6_144, 1_000],
  ['too many bytes', 4_000, 3_000, 9_900_000],
])('a photo of %s is made smaller before it is sent', async (_, width, height, bytes) => {
  const drawn: unknown[] = [];
  const close = () => undefined;
  Object.assign(globalThis, { createImageBitmap: async () => ({ width, height, close }) });
  const context = {
    fillStyle: '',
    // Transparent areas of a PNG stay white.
    fillRect: () => drawn.push(context.fillStyle),
    drawImage: (...args: number[]) => drawn.push(...args.slice(3)),
  };
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  jest
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((done) => done(new Blob(['small'], { type: 'image/jpeg' })));
  try {
    const given = new File([new Uint8Array(bytes)], 'phone.jpg', { type: 'image/jpeg' });
    const sent = await fitting(given);
    expect([sent.name, sent.type, sent.size]).toEqual(['phone.jpg', 'image/jpeg', 5]);
    expect(drawn).toEqual(['#fff', 2_048, 1_536]);
    expect(photoProblem(sent)).toBeUndefined();
  } finally {
    Reflect.deleteProperty(globalThis, 'createImageBitmap');
    jest.restoreAllMocks();
  }
});

test('a photo that fits, and what is no picture, stay as they are', async () => {
  Object.assign(globalThis, { createImageBitmap: async () => ({ width: 800, height: 600 }) });
  const fits = new File(['x'], 'a.png', { type: 'image/png' });
  expect(await fitting(fits)).toBe(fits);
  Object.assign(globalThis, { createImageBitmap: async () => Promise.reject(new Error('no picture')) });
  expect(await fitting(fits)).toBe(fits);
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});
