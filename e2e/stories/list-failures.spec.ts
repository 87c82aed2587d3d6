import { expectSentence, whileAnswering, whileFailing } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

// What lists and forms show when a call fails.

test('lists say what fails, each in the words of its page', async ({ arrive }) => {
  const { open, context, user } = await arrive('desk1');
  const page = await open('/view-poc');
  const departments = page.getByRole('combobox', { name: 'Department' });
  await whileFailing(page, 'listDoctorsOfDepartment', 'nothing', async () => {
    await departments.selectOption({ label: 'Cardiology' });
    await expectSentence(page, 'No doctors found in this department. Please try selecting a different department.');
  });
  await whileFailing(page, 'listDepartmentsWithDoctors', 'answered', async () => {
    await page.goto('/departments');
    await expectSentence(page, 'Failed to fetch departments');
  });
  await whileFailing(page, 'listUsers', 'answered', async () => {
    await page.goto('/users');
    await expectSentence(page, 'Failed to load users data. Please try again.');
  });
  // A name that matches one person only.
  const patient = newPerson();
  const { name, phone, email, location } = patient;
  await ask(context.request, 'saveUser', { name, phone: `91${phone}`, email, location, clientId: user.clientId });
  await page.goto('/users');
  await page.getByRole('searchbox').fill(name);
  await expectSentence(page, '1 User');

  await page.goto('/admin-todays-appointments?search=zzzzzz');
  await expectSentence(page, 'There are no appointments for today that match your filter.');
});

test('a desk reads what is wrong with a new doctor, and that saving failed', async ({ arrive }) => {
  const page = await (await arrive('desk1')).context.newPage();
  await page.goto('/add-poc');
  await page.getByRole('combobox', { name: 'Department' }).selectOption({ index: 1 });
  await page.getByRole('textbox', { name: 'Doctor Name' }).fill('Omar Sheikh');
  await page.getByRole('textbox', { name: 'Contact Number' }).fill('9845066554');
  await page.getByRole('textbox', { name: 'Email' }).fill('omar');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSentence(page, 'Email is invalid.');
  await page.getByRole('textbox', { name: 'Email' }).fill(`omar${Date.now()}@sunrise.example`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await whileFailing(page, 'addDoctor', 'answered', async () => {
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expectSentence(page, 'Failed to save POC data. Please try again.');
    await page.getByRole('alertdialog').getByRole('button').click();
  });
});

test('a visitor reads that a message could not be sent', async ({ page }) => {
  await page.goto('/home#contact');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nikhil Bose');
  await page.getByRole('textbox', { name: 'Email' }).fill('nikhil@mail.example');
  await page.getByRole('textbox', { name: 'Message' }).fill('We have three desks.');
  await whileFailing(page, 'sendContactMessage', 'answered', async () => {
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expectSentence(page, 'Failed to send message. Please try again.');
  });
});

test('a page that breaks says so in its place, while the rest goes on, and leads back', async ({ arrive }) => {
  const page = await (await arrive('desk2')).context.newPage();
  const broken = page.getByRole('alert').filter({ hasText: 'Something went wrong on this page' });
  // No response of the server has such a row.
  const breakUsers = (act: () => Promise<void>) => whileAnswering(page, 'listUsers', () => [null], act);
  await breakUsers(async () => {
    await page.goto('/users');
    await expect(broken).toBeVisible();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Departments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Departments' })).toBeVisible();
  await breakUsers(async () => {
    await page.goto('/users');
    await broken.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/admin-dashboard');
  });
});
