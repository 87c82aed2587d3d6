import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import DepartmentsPage from './departments-page.tsx';
import UsersPage from './users-page.tsx';

const headings = async () => (await screen.findAllByRole('columnheader')).map((cell) => cell.textContent);

const departments = [
  { departmentId: testId(1), DepartmentName: 'Cardiology', NoOfPOCs: 2 },
  { departmentId: testId(2), DepartmentName: 'Dermatology', NoOfPOCs: 1 },
];
const openDepartments = () => show(<DepartmentsPage />, { as: anAdmin, at: '/departments' });

describe('departments', () => {
  test('are listed with No., Department Name and POCs, and counted in the badge', async () => {
    answer('listDepartmentsWithDoctors', departments, { 'X-Total-Count': '2' });
    const { container, user, router } = openDepartments();
    expect(await headings()).toEqual(['No.', 'Department Name', 'POCs']);
    expect(screen.getByText('2 Departments')).toBeVisible();
    expect(screen.getByRole('row', { name: /1 Cardiology .*2/ })).toBeVisible();
    expect(await axe(container)).toHaveNoViolations();
    await user.click(screen.getByRole('link', { name: 'Dermatology' }));
    expect(router.state.location.pathname).toBe('/view-poc');
    expect(sessionStorage.getItem('selectedDepartment')).toBe(testId(2));
  });

  test('are read by auditors, without buttons and links', async () => {
    answer('listDepartmentsWithDoctors', departments, { 'X-Total-Count': '2' });
    show(<DepartmentsPage />, { as: anAuditor, at: '/departments' });
    expect(await screen.findByText('2 Departments')).toBeVisible();
    expect(screen.getByRole('cell', { name: 'Cardiology' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Add|More/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Cardiology' })).not.toBeInTheDocument();
  });

  test('are searched on the server, and Clear Search ends it', async () => {
    const requests = answer('listDepartmentsWithDoctors', departments, { 'X-Total-Count': '2' });
    const { user } = openDepartments();
    await screen.findByText('2 Departments');
    const searched = answer('listDepartmentsWithDoctors', [], { 'X-Total-Count': '0' });
    await user.type(screen.getByRole('searchbox', { name: 'Search by department name' }), 'eye');
    expect(await screen.findByText('No departments match your search')).toBeVisible();
    // A slow typist's first letters trigger their own request.
    await waitFor(() => expect(searched.at(-1)?.body).toMatchObject({ search: 'eye' }));
    const again = answer('listDepartmentsWithDoctors', departments, { 'X-Total-Count': '2' });
    await user.click(screen.getByRole('button', { name: 'Clear Search' }));
    expect(await screen.findByText('Dermatology')).toBeVisible();
    expect(requests[0]?.body).toEqual({ clientId: anAdmin.clientId, page: 1, pageSize: 10 });
    expect(again.every(({ body }) => body.search === undefined)).toBe(true);
  });

  test('are added by name, which no other has', async () => {
    answer('listDepartmentsWithDoctors', departments, { 'X-Total-Count': '2' });
    const { user } = openDepartments();
    expect(await screen.findByRole('link', { name: 'History' })).toHaveAttribute('href', '/audit?action=department');
    await user.click(screen.getByRole('button', { name: /^Add Department/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Department' }));
    expect(await axe(document.body)).toHaveNoViolations();
    const add = dialog.getByRole('button', { name: 'Add Department' });
    await user.click(add);
    expect(dialog.getByRole('alert')).toHaveTextContent('Please enter a name.');
    await user.type(dialog.getByRole('textbox', { name: 'Department Name' }), 'Cardiology');
    refuse('openDepartment', 'department.name-taken');
    await user.click(add);
    await waitFor(() =>
      expect(dialog.getByRole('alert')).toHaveTextContent('A department of this name already exists.'),
    );
    const more = [...departments, { departmentId: testId(3), DepartmentName: 'Paediatric Cardiology', NoOfPOCs: 0 }];
    const position = '1'.padStart(20, '0');
    const sent = answer('openDepartment', () => {
      answer('listDepartmentsWithDoctors', more, { 'X-Total-Count': '3' });
      return { success: true, message: 'Department added.', departmentId: testId(3), position } as const;
    });
    const field = dialog.getByRole('textbox', { name: 'Department Name' });
    await user.clear(field);
    await user.type(field, 'Paediatric Cardiology');
    await user.click(add);
    expect(await screen.findByText('Department Paediatric Cardiology added')).toBeVisible();
    expect(await screen.findByText('3 Departments')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ clientId: anAdmin.clientId, name: 'Paediatric Cardiology' }]);
  });

  test("fail with 'Failed to fetch departments' and Try Again", async () => {
    refuse('listDepartmentsWithDoctors', 'service.fault');
    const { user } = openDepartments();
    expect(await screen.findByText('Failed to fetch departments')).toBeVisible();
    answer('listDepartmentsWithDoctors', departments, { 'X-Total-Count': '2' });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Cardiology')).toBeVisible();
  });
});

test('departments are renamed, closed after a question, and reopened; a refusal says why', async () => {
  const closed = { ...departments[1], closed: true as const } as (typeof departments)[number];
  answer('listDepartmentsWithDoctors', [departments[0] as (typeof departments)[number], closed], {
    'X-Total-Count': '2',
  });
  const position = '1'.padStart(20, '0');
  const sent = answer('changeDepartment', { success: true, message: 'ok', position });
  const { user } = openDepartments();
  const [first, second] = [departments[0]?.DepartmentName ?? '', departments[1]?.DepartmentName ?? ''];
  const choose = async (name: string, item: string) => {
    await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  expect(await screen.findByText(`${second} (closed)`)).toBeVisible();
  await choose(first, 'Rename…');
  const dialog = within(await screen.findByRole('dialog', { name: `Rename ${first}` }));
  await user.clear(dialog.getByRole('textbox', { name: 'Department Name' }));
  await user.type(dialog.getByRole('textbox', { name: 'Department Name' }), 'Heart');
  await user.click(dialog.getByRole('button', { name: 'Save Name' }));
  expect(await screen.findByText('The department is called Heart now')).toBeInTheDocument();
  await choose(second, 'Reopen Department');
  expect(await screen.findByText(`${second} is open again`)).toBeInTheDocument();
  refuse('changeDepartment', 'department.has-doctors');
  await choose(first, 'Close Department');
  const question = within(await screen.findByRole('alertdialog', { name: `Close ${first}?` }));
  await user.click(question.getByRole('button', { name: 'Close Department' }));
  expect(await screen.findByText(/Doctors of this department can still be booked/)).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([
    { clientId: anAdmin.clientId, departmentId: departments[0]?.departmentId, change: { name: 'Heart' } },
    { clientId: anAdmin.clientId, departmentId: departments[1]?.departmentId, change: { isClosed: false } },
  ]);
});

describe('users', () => {
  const user = (number: number) => ({
    User_ID: testId(number),
    User_Name: `Patient ${number}`,
    User_Contact: '919876543210',
    User_Email: 'p@mail.example',
    User_Location: 'Pune',
  });
  const open = (at = '/users') => show(<UsersPage />, { as: anAdmin, at });
  beforeEach(() => answer('listDuplicates', [], { 'X-Total-Count': '3' }));

  test("have the client's name in the title, and their numbers and addresses as links", async () => {
    answer('listUsers', [user(1)], { 'X-Total-Count': '1' });
    const { container } = open();
    expect(await headings()).toEqual(['S.No.', 'User Name', 'User Number', 'Email', 'Location']);
    expect(screen.getByRole('heading', { level: 1, name: `${anAdmin.clientName} User Details` })).toBeVisible();
    expect(screen.getByText('1 User')).toBeVisible();
    const duplicates = await screen.findByRole('link', { name: '3 possible duplicates' });
    expect(duplicates).toHaveAttribute('href', '/patient/duplicates');
    expect(screen.getByRole('link', { name: '+91 98765 43210' })).toHaveAttribute('href', 'tel:+919876543210');
    expect(screen.getByRole('link', { name: 'p@mail.example' })).toHaveAttribute('href', 'mailto:p@mail.example');
    expect(await axe(container)).toHaveNoViolations();
  });

  test("are paged by 10 with a window of five and 'Page x of y', numbered through", async () => {
    const requests = answer('listUsers', [user(1)], { 'X-Total-Count': '94' });
    const { user: person } = open('/users?page=2');
    expect(await screen.findByText('Page 2 of 10')).toBeVisible();
    expect(await screen.findByRole('cell', { name: '11' })).toBeVisible();
    const numbers = screen.getAllByRole('button', { name: /^Page \d+$/ }).map(({ textContent }) => textContent);
    expect(numbers).toEqual(['1', '2', '3', '4', '5']);
    await person.click(screen.getByRole('button', { name: 'Page 5' }));
    await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ page: 5, pageSize: 10 }));
  });

  test("say 'No users found', 'No users match your search criteria', and why they could not be loaded", async () => {
    answer('listUsers', [], { 'X-Total-Count': '0' });
    const empty = open();
    expect(await screen.findByText('No users found')).toBeVisible();
    empty.unmount();
    const searched = open('/users?search=zzz');
    expect(await screen.findByText('No users match your search criteria')).toBeVisible();
    searched.unmount();
    refuse('listUsers', 'service.fault');
    open();
    expect(await screen.findByText('Failed to load users data. Please try again.')).toBeVisible();
  });
});
