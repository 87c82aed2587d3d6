import type { FoundPerson } from '@dayline/contracts/endpoints/patient-search';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { lazy, Suspense } from 'react';
import { aDoctor, anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, lateReply, refuse } from '../../shared/testing/server.ts';
import { foundParts } from './found-parts.ts';
import { closePatientSearch, usePatientSearch, usePatientSearchKey } from './open-state.ts';
import { SearchDialog } from './search-dialog.tsx';

const today = '2026-11-21';
const person = (own: number, name: string, more: Partial<FoundPerson> = {}): FoundPerson => ({
  ...{ userId: testId(own), name, phone: `9198220417${own}`, location: 'Nashik' },
  ...{ family: null, next: null, lastVisit: null },
  ...more,
});
const people = [
  person(31, 'Anita Sharma', {
    identity: { uhid: '240017', sex: 'female', age: { count: 45, unit: 'years' } },
    family: 'Rakesh Sharma',
    next: { date: today, time: '11:00', pocName: 'Dr. Leela Iyer' },
  }),
  person(32, 'Vivek Sharma', { lastVisit: '2026-08-03' }),
  person(33, 'Zoya Sharma', { phone: null, location: null }),
];

function Page() {
  usePatientSearchKey();
  const isOpen = usePatientSearch((state) => state.isOpen);
  return (
    <>
      <input aria-label="Note" />
      {isOpen ? <SearchDialog /> : null}
    </>
  );
}

const field = () => screen.findByRole('combobox', { name: 'Name, phone or hospital number' });
async function searching(typed: string, as = anAdmin) {
  const page = show(<Page />, { as });
  await page.user.click(screen.getByRole('textbox', { name: 'Note' }));
  await page.user.keyboard('{Control>}k{/Control}');
  await page.user.type(await field(), typed);
  return page;
}
const chosen = () => screen.getByRole('option', { selected: true });
afterEach(closePatientSearch);

test('Ctrl K and Cmd K open it from a field; Escape closes it and gives the focus back', async () => {
  const { user } = show(<Page />, { as: anAdmin });
  const note = screen.getByRole('textbox', { name: 'Note' });
  for (const keys of ['{Control>}k{/Control}', '{Meta>}K{/Meta}']) {
    await user.click(note);
    await user.keyboard(keys);
    expect(await field()).toHaveFocus();
    expect(screen.getByText('Type a name, phone or hospital number')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(note).toHaveFocus();
  }
  await user.keyboard('k');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what is typed while the dialog loads is searched for, and is no key of the page', async () => {
  answer('searchPatients', { people: [], hasMore: false, today });
  const module = lateReply({ default: SearchDialog });
  const Late = lazy(() => module.reply);
  const seen: string[] = [];
  function LatePage() {
    usePatientSearchKey();
    return <Suspense>{usePatientSearch((state) => state.isOpen) ? <Late /> : null}</Suspense>;
  }
  show(<LatePage />, { as: anAdmin });
  const onKey = ({ key }: KeyboardEvent) => void seen.push(key);
  document.addEventListener('keydown', onKey);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  for (const key of ['N', 'v', 'Backspace', 'i', 'F5']) fireEvent.keyDown(document.body, { key });
  module.send();
  expect(await field()).toHaveValue('Ni');
  expect(seen).toEqual(['k', 'F5']);
  document.removeEventListener('keydown', onKey);
});

test('shows who is found, what comes next and whose phone it is, with what was found of the name', async () => {
  const requests = answer('searchPatients', { today, people, hasMore: true });
  await searching('shrma');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'ASAnita Sharma 45 F · 240017+91 98220 41731 · same phone as Rakesh SharmaToday, 11:00 AMDr. Leela IyerOpen',
    'VSVivek Sharma+91 98220 41732 · NashikNothing upcominglast visit Aug 3, 2026',
    'ZSZoya SharmaNothing upcomingno visit yet',
  ]);
  expect(screen.getByText('3 people')).toBeVisible();
  expect(screen.getByText('There are more matches. Type more of the name.')).toBeVisible();
  expect([...(options[0]?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Sh',
    'rma',
  ]);
  expect(requests.map(({ body }) => body)).toEqual([{ clientId: anAdmin.clientId, search: 'shrma' }]);
  expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
});

test('the arrows choose, and Enter opens the patient’s page', async () => {
  answer('searchPatients', { today, people, hasMore: false });
  const { user, router } = await searching('sharma');
  await screen.findAllByRole('option');
  expect(chosen()).toHaveTextContent('Anita Sharma');
  await user.keyboard('{ArrowUp}{ArrowDown}');
  expect(chosen()).toHaveTextContent('Vivek Sharma');
  expect(await field()).toHaveAttribute('aria-activedescendant', chosen().id);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toHaveTextContent('Zoya Sharma');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/patient/${testId(33)}`));
  expect(usePatientSearch.getState().isOpen).toBe(false);
});

test('Enter waits for those whom the text typed last finds', async () => {
  answer('searchPatients', { today, people, hasMore: false });
  const { user, router } = await searching('sharma');
  await screen.findAllByRole('option');
  const late = lateReply({ today, people: people.slice(1, 2), hasMore: false });
  answer('searchPatients', late.reply);
  await user.keyboard(' v{Enter}');
  expect(router.state.location.pathname).toBe('/');
  late.send();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/patient/${testId(32)}`));
});

test('an Enter that finds nobody opens nobody who is found later', async () => {
  answer('searchPatients', { today, people: [], hasMore: false });
  const { user, router, queryClient } = await searching('sharma');
  await screen.findByText(/No patients/);
  await user.keyboard('{Enter}');
  answer('searchPatients', { today, people: people.slice(0, 1), hasMore: false });
  await queryClient.invalidateQueries();
  expect(await screen.findByRole('option')).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
});

test('a click opens the patient’s page', async () => {
  answer('searchPatients', { today, people, hasMore: false });
  const { user, router } = await searching('sharma');
  await user.click((await screen.findAllByRole('option'))[2] ?? document.body);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/patient/${testId(33)}`));
});

test('says when nobody is found, and offers the desk to book for a new person', async () => {
  answer('searchPatients', { today, people: [], hasMore: false });
  const { unmount } = await searching('nobody');
  expect(await screen.findByText('No patients found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Book for a new patient' })).toHaveAttribute('href', '/add-new-appointment');
  unmount();
  await searching('nobody', aDoctor);
  expect(await screen.findByText('No patients found')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Book for a new patient' })).toBeNull();
});

test('says when it failed, and tries again', async () => {
  refuse('searchPatients', 'service.unavailable');
  const { user } = await searching('sharma');
  expect(await screen.findByText('Failed to search for patients. Please try again.')).toBeVisible();
  answer('searchPatients', { today, people, hasMore: false });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findAllByRole('option')).toHaveLength(3);
});

test.each([
  ['Pallavi Sharma', 'shrma', ['Sh', 'rma']],
  ['Pallavi Sharma', 'sharma pal', ['Pal', 'Sharma']],
  ["Maria D'Souza", 'd’souza', ['D', 'Souza']],
  ['Zoé Dias', 'zoe', ['Zoé']],
  ['रमेश कुमार', 'रमेश', ['रमेश']],
  ['Anita Rao', 'x', []],
])('of %s, %s finds %j', (name, search, expected) => {
  const parts = foundParts(name, search);
  expect(parts.map(({ part }) => part).join('')).toBe(name);
  expect(parts.flatMap(({ part, matched }) => (matched ? [part] : []))).toEqual(expected);
});
