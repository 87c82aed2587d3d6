import { whileAnswering } from '../clinic/failing.ts';
import { inspect } from '../clinic/look.ts';
import { expect, meet, test } from '../clinic/story.ts';

/** A square of 8 × 8 in one colour. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPgj8/GihiGlgQAHAM2QddwnEIAAAAASUVORK5CYII=',
  'base64',
);

test('a doctor looks at the own profile, previews a photo and saves it', async ({ arrive }) => {
  const page = await (await arrive('asha')).open('/poc-dashboard');
  await page.locator('#account-button').click();
  await page.getByRole('menuitem', { name: 'View Profile' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Dr. Asha Menon' })).toBeVisible();
  await expect(page.getByText('sample').first()).toBeVisible();
  await inspect(page, 'profile');
  await page
    .getByLabel('Profile photo')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('The photo must be a JPEG, PNG or WebP image.')).toBeVisible();
  await expect(page.getByLabel('Profile photo')).toHaveAttribute('accept', /^image\//);
  meet('only images are photos');
  await page.getByLabel('Profile photo').setInputFiles({ name: 'asha.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('New, not saved yet')).toBeVisible();
  await inspect(page, 'profile-preview');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile image updated successfully.')).toBeVisible();
  await expect(page.getByText('New, not saved yet')).toHaveCount(0);
  const photo = page.getByRole('img', { name: 'Photo of Dr. Asha Menon' });
  await expect(photo).toHaveAttribute('src', /^\/api\/photos\//);
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await inspect(page, 'profile-photo');
});

test('a doctor without appointments has none to come', async ({ arrive }) => {
  const page = await (await arrive('quietDoctor')).open('/poc-user-profile');
  await expect(page.getByText('No upcoming appointments')).toBeVisible();
  await inspect(page, 'profile-empty');
  const none = { patientCount: null, experience: null, rating: null, reviewCount: null };
  await whileAnswering(
    page,
    'getDoctor',
    (doctor) => ({ ...doctor, ...none }),
    async () => {
      await page.reload();
      for (const figure of ['1,234', '15+ years', '4.9', '500']) {
        await expect(page.getByText(figure, { exact: true })).toBeVisible();
      }
    },
  );
  meet('stand-ins of the profile');
});

test('a doctor creates the address of a calendar feed, copies it for another program, and revokes it', async ({
  arrive,
}) => {
  const page = await (await arrive('asha')).open('/poc-user-profile');
  const openDialog = () => page.getByRole('button', { name: /^Calendar feed/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar feed of Dr. Asha Menon' });
  await openDialog();
  await dialog.getByRole('button', { name: 'Create Address' }).click();
  const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText(/^(?:Address copied|The address could not be copied)/)).toBeVisible();
  await inspect(page, 'calendar-feed');
  // As a calendar does: without the browser's session.
  const feed = await fetch(address);
  expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(await feed.text()).toContain('X-WR-CALNAME:Dr. Asha Menon');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await openDialog();
  await expect(dialog.getByText(/^There is an address since/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog', { name: 'Revoke the address?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText('There is no address yet.')).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
});
