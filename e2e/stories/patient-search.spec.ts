import { ask } from '../clinic/http-calls.ts';
import { newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('Ctrl K finds a patient by a name with a letter missing, and opens the page without a mouse', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { name, phone, email, location } = newPerson();
  const full = `${name} Sundaramoorthy`;
  const { userId } = await ask(desk.context.request, 'saveUser', {
    name: full,
    phone: `91${phone}`,
    email,
    location,
    clientId,
  });
  const page = await desk.open('/doctors');
  await page.getByRole('button', { name: /^Find a Patient/ }).focus();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Name, phone or hospital number' });
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Find a Patient/ })).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type(`${name.split(' ')[0]} sundramoorthy`);
  await expect(page.getByRole('option', { name: full })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/patient/${userId}$`));
  await expect(page.getByRole('heading', { level: 1, name: full })).toBeVisible();

  // By the phone number, as a caller reads it out.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`0${phone.slice(0, 5)} ${phone.slice(5)}`);
  await expect(page.getByRole('option', { name: full })).toBeVisible();
});
