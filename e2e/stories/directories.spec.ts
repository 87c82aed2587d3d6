import { sunrise } from '../clinic/accounts.ts';
import { ask } from '../clinic/http-calls.ts';
import { inspect, screens } from '../clinic/look.ts';
import { expect, meet, test } from '../clinic/story.ts';

test('a desk finds a doctor, grouped by department, and goes on to the slots', async ({ arrive }) => {
  const { open, context, user } = await arrive('desk1');
  const doctors = await ask(context.request, 'listDoctorsOfClient', { clientId: user.clientId });
  const page = await open('/doctors');
  await expect(page.getByRole('heading', { level: 1, name: `${sunrise} Doctors` })).toBeVisible();
  await expect(page.getByText(`${doctors.length} Doctors`)).toBeVisible();
  const table = page.getByRole('table', { name: `${sunrise} Doctors` });
  await expect(table.getByRole('columnheader')).toContainText(['Department', 'Name', 'Contact Number', 'Email']);
  for (const department of new Set(doctors.map((doctor) => doctor.departmentName))) {
    await expect(table.getByRole('rowheader', { name: department })).toBeVisible();
  }
  meet('doctors stand by department');
  const asha = table.getByRole('row', { name: /Dr\. Asha Menon/ });
  await expect(asha.getByRole('link', { name: /^\+91 / })).toHaveAttribute('href', /^tel:\+91\d{10}$/);
  await expect(asha.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@/);
  meet('telephone and mail are links');
  await inspect(page, 'doctors');
  await page.getByRole('searchbox', { name: 'Search by doctor name' }).fill('zzzz');
  await expect(page.getByText('No doctors match your search')).toBeVisible();
  await inspect(page, 'doctors-no-match');
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await asha.getByRole('link', { name: /View Appointments/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dr. Asha Menon' })).toBeVisible();
  await page.getByRole('link', { name: 'Doctors', exact: true }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: `${sunrise} Doctors` })).toBeVisible();
});

test('a desk chooses a department, and finds it chosen on coming back', async ({ arrive }) => {
  const { open, context, user } = await arrive('desk1');
  const departments = await ask(context.request, 'listDepartments', { clientId: user.clientId });
  const { departmentId = '', Value_name: name = '' } = departments[0] ?? {};
  const [doctor] = await ask(context.request, 'listDoctorsOfDepartment', { departmentId, clientId: user.clientId });
  const page = await open('/view-poc');
  await inspect(page, 'view-poc-unchosen');
  const select = page.getByRole('combobox', { name: 'Department' });
  await select.selectOption({ label: name });
  await expect(page.getByRole('columnheader')).toHaveText([
    'Doctor Name',
    'Specialization',
    'Contact',
    'Email',
    'Actions',
  ]);
  await inspect(page, 'view-poc');
  await page.getByRole('link', { name: `View Appointments, ${doctor?.POC_Name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: doctor?.POC_Name ?? '' })).toBeVisible();
  await expect(page).toHaveURL(/\/view-appointments/);
  meet("a doctor's row leads to the slots");
  await page.getByRole('main').getByRole('link', { name: 'View POC' }).click();
  await expect(select).toHaveValue(departmentId);
  expect(await page.evaluate(() => sessionStorage.getItem('selectedDepartment'))).toBe(departmentId);
  meet('the department is kept');
});

test('departments and users are searched and paged', async ({ arrive }) => {
  const { open } = await arrive('desk1');
  const page = await open('/departments');
  await expect(page.getByRole('columnheader')).toHaveText(['No.', 'Department Name', 'POCs']);
  await inspect(page, 'departments');
  await expect(page.getByText(/^\d+ Departments$/)).toBeVisible();
  await page.setViewportSize(screens.phone);
  await expect(page.getByRole('listitem').filter({ hasText: 'Cardiology' })).toContainText(/\d POCs?$/);
  await page.setViewportSize(screens.desktop);
  await page.getByRole('searchbox', { name: 'Search by department name' }).fill('zzzz');
  await expect(page.getByText('No departments match your search')).toBeVisible();
  meet('departments are searched and counted');
  await page.goto('/users');
  await expect(page.getByRole('heading', { level: 1, name: `${sunrise} User Details` })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(11);
  await inspect(page, 'users');
  await page.getByRole('button', { name: 'Page 3', exact: true }).click();
  await expect(page.getByText(/^Page 3 of \d+$/)).toBeVisible();
  await page.getByRole('searchbox').fill('zzzz');
  await expect(page.getByText('No users match your search criteria')).toBeVisible();
});

test('an administrator adds a department, and doctors can be added to it', async ({ arrive }) => {
  const page = await (await arrive('quietDesk')).open('/departments');
  await page.getByRole('button', { name: /^Add Department/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Department' });
  const name = dialog.getByRole('textbox', { name: 'Department Name' });
  const add = dialog.getByRole('button', { name: 'Add Department' });
  await name.fill('Yoga and Rehabilitation');
  await add.dblclick();
  await expect(page.getByText('Department Yoga and Rehabilitation added')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Yoga and Rehabilitation' })).toHaveCount(1);
  await page.keyboard.press('n');
  await name.fill('yoga and rehabilitation');
  await add.click();
  await expect(dialog.getByRole('alert')).toContainText('There is already a department “Yoga and Rehabilitation”.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'History', exact: true }).last().click();
  await expect(page.getByText('opened the department Yoga and Rehabilitation').first()).toBeVisible();
  await page.goto('/add-poc');
  await page.getByRole('combobox', { name: /^Department/ }).selectOption({ label: 'Yoga and Rehabilitation' });
});

test('directories that fail say so, and can be dismissed', async ({ arrive }) => {
  const { context } = await arrive('desk2');
  await context.route(/\/api\/(pocs|departments|poc\/get-doctors)$/, (route) =>
    route.fulfill({ status: 502, body: '' }),
  );
  const page = await context.newPage();
  await page.goto('/doctors');
  await expect(page.getByText('Error fetching doctors.')).toBeVisible();
  await page.goto('/view-poc');
  const sentence = page.getByText('Failed to load departments. Please try again later.');
  await expect(sentence).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await inspect(page, 'view-poc-failed');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(sentence).toBeHidden();
  meet('an error is dismissed');
});
