import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import ViewPocPage from './view-poc-page.tsx';

const open = () => show(<ViewPocPage />, { as: anAdmin, at: '/view-poc' });
const departments = [
  { departmentId: testId(10), Value_name: 'Cardiology' },
  { departmentId: testId(11), Value_name: 'Dermatology' },
];
const doctors = [
  {
    POC_ID: testId(1),
    POC_Name: 'Dr. Asha Menon',
    Client_ID: anAdmin.clientId,
    Specialization: 'Cardiology',
    Contact_Number: '919000020114',
    Email: 'asha@sunrise.example',
    External_POC_ID: 'SUN-114',
  },
];

test('a chosen department shows its doctors, and stays chosen', async () => {
  answer('listDepartments', departments);
  const requests = answer('listDoctorsOfDepartment', doctors);
  const { user, container, unmount } = open();
  const select = await screen.findByRole('combobox', { name: 'Department' });
  await screen.findByRole('option', { name: 'Cardiology' });
  await user.selectOptions(select, 'Cardiology');
  const headings = (await screen.findAllByRole('columnheader')).map((cell) => cell.textContent);
  expect(headings).toEqual(['Doctor Name', 'Specialization', 'Contact', 'Email', 'Actions']);
  expect(requests[0]?.body).toEqual({ departmentId: testId(10), clientId: anAdmin.clientId });
  expect(await axe(container)).toHaveNoViolations();
  expect(sessionStorage.getItem('selectedDepartment')).toBe(testId(10));
  unmount();
  const { user: again, router } = open();
  expect(await screen.findByText('Dr. Asha Menon')).toBeVisible();
  await again.click(screen.getByRole('link', { name: 'View Appointments, Dr. Asha Menon' }));
  expect(router.state.location.state).toMatchObject({ pocId: testId(1), pocName: 'Dr. Asha Menon' });
});

test('an administrator sees the external id, and changes the photo of a doctor', async () => {
  sessionStorage.setItem('selectedDepartment', testId(10));
  answer('listDepartments', departments);
  answer('listDoctorsOfDepartment', doctors);
  let url: string | null = null;
  const none = { patientCount: null, experience: null, rating: null, reviewCount: null };
  const asha = { name: 'Dr. Asha Menon', specialization: 'Cardiology', qualification: null, email: null, phone: null };
  answer('getDoctor', () => ({ ...asha, ...none, location: null, profile_image: url }));
  const sent = answer('updateProfileImage', () => {
    url = '/api/photos/new';
    return { success: true as const, message: 'ok', position: '2', imageUrl: url };
  });
  Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => undefined });
  const { user } = open();
  expect(await screen.findByText('ID SUN-114')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'More for Dr. Asha Menon' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Photo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Photo of Dr. Asha Menon' });
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  fireEvent.change(await within(dialog).findByLabelText('Profile photo'), { target: { files: [file] } });
  await user.click(await within(dialog).findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(within(dialog).getByRole('img')).toHaveAttribute('src', '/api/photos/new'));
  expect(sent.map(({ body }) => body)).toEqual([{ pocId: testId(1) }]);
});

test('an administrator takes a doctor on request, and lets the doctor be booked again', async () => {
  sessionStorage.setItem('selectedDepartment', testId(10));
  answer('listDepartments', departments);
  let sentence: string | null = null;
  answer('listDoctorsOfDepartment', () =>
    doctors.map((row) => ({ ...row, ...(sentence && { On_Request: sentence }) })),
  );
  const sent = answer('setOnRequest', ({ body }) => {
    sentence = body.sentence;
    return { success: true as const, message: 'ok', position: '2' };
  });
  const { user } = open();
  const edit = async () => {
    await user.click(await screen.findByRole('button', { name: 'More for Dr. Asha Menon' }));
    await user.click(await screen.findByRole('menuitem', { name: 'On request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Dr. Asha Menon: on request' });
    const field = within(dialog).getByRole('textbox', { name: /^How to request/ });
    return { field, save: () => user.click(within(dialog).getByRole('button', { name: 'Save' })) };
  };
  const first = await edit();
  fireEvent.change(first.field, { target: { value: 'x'.repeat(251) } });
  await first.save();
  expect(first.field).toBeInvalid();
  fireEvent.change(first.field, { target: { value: ' Call the ward ' } });
  await first.save();
  expect(await screen.findByText('Dr. Asha Menon is now on request only')).toBeVisible();
  expect(await screen.findByText('Call the ward')).toBeVisible();
  const second = await edit();
  expect(second.field).toHaveValue('Call the ward');
  await user.clear(second.field);
  await second.save();
  await waitFor(() => expect(screen.queryByText('Call the ward')).not.toBeInTheDocument());
  expect(sent.map(({ body }) => body.sentence)).toEqual(['Call the ward', null]);
});

test("an administrator goes on to a doctor's schedule, fees and link", async () => {
  sessionStorage.setItem('selectedDepartment', testId(10));
  answer('listDepartments', departments);
  const unit = { POC_ID: testId(2), POC_Name: 'Dialysis', POC_Kind: 'unit', Email: null } as const;
  answer('listDoctorsOfDepartment', [...doctors, ...doctors.map((row) => ({ ...row, ...unit }))]);
  const { user, router } = open();
  const menu = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
    const items = await screen.findAllByRole('menuitem');
    return items.map(({ textContent }) => textContent);
  };
  expect(await menu('Dr. Asha Menon')).toEqual(['Update Schedule', 'On request', 'Photo', 'Fees', 'Meet Link']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  expect(await menu('Dialysis')).toEqual(['Update Schedule', 'On request', 'Photo', 'Fees', 'Meet Link', 'Rename']);
  await user.click(screen.getByRole('menuitem', { name: 'Fees' }));
  expect(router.state.location.pathname).toBe('/fees');
  expect(router.state.location.state).toMatchObject({ pocId: testId(2), pocName: 'Dialysis' });
});

test('an administrator renames a unit', async () => {
  sessionStorage.setItem('selectedDepartment', testId(10));
  answer('listDepartments', departments);
  const unit = { POC_ID: testId(2), POC_Name: 'Dialysis', POC_Kind: 'unit', Email: null } as const;
  answer(
    'listDoctorsOfDepartment',
    doctors.slice(0, 1).map((row) => ({ ...row, ...unit })),
  );
  const sent = answer('renameUnit', { success: true, message: 'ok', position: '9' });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'More for Dialysis' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  expect(name).toHaveAccessibleDescription(/Please enter a name/);
  await user.type(name, 'Dialysis 2');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  expect(await screen.findByText('Dialysis renamed to Dialysis 2.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ pocId: testId(2), name: 'Dialysis 2' }]);
});

test('a kept department that is gone is not chosen', async () => {
  sessionStorage.setItem('selectedDepartment', testId(99));
  answer('listDepartments', departments);
  open();
  expect(await screen.findByText('Its doctors appear here, with their appointments.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Department' })).toHaveValue('');
});

test('an empty department says so', async () => {
  sessionStorage.setItem('selectedDepartment', testId(10));
  answer('listDepartments', departments);
  answer('listDoctorsOfDepartment', []);
  open();
  expect(
    await screen.findByText('No doctors found in this department. Please try selecting a different department.'),
  ).toBeVisible();
});

test('departments and doctors that fail have Dismiss beside Try Again', async () => {
  refuse('listDepartments', 'service.fault');
  const { user } = open();
  const sentence = 'Failed to load departments. Please try again later.';
  expect(await screen.findByText(sentence)).toBeVisible();
  answer('listDepartments', departments);
  refuse('listDoctorsOfDepartment', 'service.fault');
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('option', { name: 'Cardiology' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Cardiology');
  expect(await screen.findByText('Failed to load POCs. Please try again later.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByRole('combobox', { name: 'Department' })).toHaveValue('');
});

test('a failure of the departments that is dismissed is gone', async () => {
  refuse('listDepartments', 'service.fault');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Failed to load departments. Please try again later.')).toBeNull();
});
