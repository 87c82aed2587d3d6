import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { whenUsedWithoutCalls } from '../../shared/api/attended.ts';
import { useLiveState, useSessionEnding } from '../../shared/api/live/state.ts';
import { aDoctor, anAdmin } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import { menus } from '../navigation.ts';
import { RoleShell } from '../shells/role-shell.tsx';
import { AppFrame } from './app-frame.tsx';
import { Overlays } from './overlays.tsx';
import { UserMenu } from './user-menu.tsx';

const frame = (
  <AppFrame
    title="Sunrise"
    drawerTitle="Sunrise"
    drawerSubtitle="Admin Portal"
    zone="Asia/Kolkata"
    entries={[]}
    condition={null}
    account={null}
  />
);

afterEach(() => act(() => useLiveState.setState({ state: 'live' })));

test('an outage is shown in the top bar, so that nothing on the page moves', async () => {
  useLiveState.setState({ state: 'live' });
  show(frame);
  const bar = screen.getByRole('banner');
  act(() => useLiveState.setState({ state: 'offline' }));
  expect(await within(bar).findByText(/^No connection to the server\./)).toBeVisible();
  expect(screen.getByRole('main')).not.toHaveTextContent('connection');
  act(() => useLiveState.setState({ state: 'live' }));
  // The banner is loaded late, and may not listen yet when its text is set.
  await waitFor(() => expect(within(bar).queryByText(/connection/)).toBeNull());
});

test("a doctor's top bar has the client's name, the doctor's beside it", () => {
  show(<RoleShell of="doctor" />, { as: aDoctor });
  const bar = screen.getByRole('banner');
  expect(within(bar).getAllByText(aDoctor.clientName)[0]).toBeVisible();
  expect(within(bar).getByRole('button', { name: /Dr\. Asha Menon/ })).toBeVisible();
});

test('every signed-in page opens the search for a patient, by a button and by a key', async () => {
  const { user } = show(frame, { as: aDoctor });
  for (const button of screen.getAllByRole('button', { name: /^Find a Patient/ })) {
    await user.click(button);
    const search = await screen.findByRole('dialog', { name: 'Find a patient' });
    expect(within(search).getByRole('combobox')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button).toHaveFocus();
  }
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: /Keyboard shortcuts/ })).toHaveTextContent('Ctrl KFind a Patient');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Find a patient' })).toBeVisible();
});

test('the menu has groups and a name below each icon; whether it stays open is kept on this device', async () => {
  answer('listCalls', [], { 'X-Total-Count': '0' });
  answer('countWaitingChats', { waiting: 0 });
  const entries = menus.admin();
  const whole = (
    <AppFrame
      {...{ title: 'Sunrise', drawerTitle: 'Sunrise', drawerSubtitle: 'Admin Portal', zone: 'Asia/Kolkata' }}
      {...{ entries, condition: null, account: null }}
    />
  );
  const first = show(whole, { as: anAdmin });
  const rail = screen.getByRole('navigation', { name: 'Main' });
  const named = within(rail)
    .getAllByRole('link')
    .map((link) => [link.getAttribute('aria-label'), link.textContent]);
  expect(named).toHaveLength(entries.length);
  for (const [name, words] of named) expect(words).toMatch(new RegExp(`${name}$`));
  expect(within(rail).getByRole('link', { name: "Today's Appointments" })).toHaveTextContent(/^Today/);
  expect(within(rail).queryByRole('button', { name: 'Close the menu' })).toBeNull();

  await first.user.click(within(rail).getByRole('button', { name: 'Open menu' }));
  const drawer = await screen.findByRole('navigation', { name: 'Admin Portal' });
  const groups = ['The day', 'People', 'Setting up'];
  const parts = [...drawer.querySelectorAll('a, .MuiTypography-caption')].map(({ textContent }) => textContent);
  expect(parts.filter((part) => groups.includes(part ?? ''))).toEqual(groups);
  expect(parts[parts.indexOf('The day') + 1]).toBe('Dashboard');
  await first.user.click(within(drawer).getByRole('button', { name: 'Keep the menu open' }));
  first.unmount();

  const second = show(whole, { as: anAdmin });
  await second.user.click(await screen.findByRole('button', { name: 'Close the menu' }));
  second.unmount();
  show(whole, { as: anAdmin });
  expect(screen.getByRole('button', { name: 'Open menu' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close the menu' })).toBeNull();
});

test('the menu has the count of people to call and of chats that wait, and none for zero', async () => {
  answer('listCalls', [], { 'X-Total-Count': '3' });
  answer('countWaitingChats', { waiting: 2 });
  const frame = { title: 'Sunrise', drawerTitle: 'Sunrise', drawerSubtitle: 'Admin Portal', zone: 'Asia/Kolkata' };
  const frameWithMenu = <AppFrame {...frame} {...{ entries: menus.admin(), condition: null, account: null }} />;
  const { queryClient } = show(frameWithMenu, { as: anAdmin });
  const rail = screen.getByRole('navigation', { name: 'Main' });
  expect(await within(rail).findByRole('link', { name: 'Conversations, 2' })).toBeVisible();
  expect(await within(rail).findByRole('link', { name: 'People to Call, 3' })).toBeVisible();
  answer('countWaitingChats', { waiting: 0 });
  await act(() => queryClient.invalidateQueries({ queryKey: ['countWaitingChats'] }));
  expect(await within(rail).findByRole('link', { name: 'Conversations' })).toBeVisible();
});

test('a language that could not be kept with the account is shown as such, and the page stays as it is', async () => {
  refuse('setLanguage', 'request.invalid');
  const { user } = show(<UserMenu name={aDoctor.name} face={aDoctor.name} items={[]} />);
  await user.click(screen.getByRole('button', { name: aDoctor.name }));
  await user.click(screen.getByRole('menuitem', { name: 'हिन्दी' }));
  expect(await screen.findByText('The language could not be changed.')).toBeVisible();
  expect(document.cookie).not.toContain('dayline-language');
});

test('before an unused session ends, every tab asks whether somebody is there, until one says so', async () => {
  let noted = 0;
  whenUsedWithoutCalls(() => {
    noted += 1;
  });
  const { user } = show(<Overlays />, { as: aDoctor });
  act(() => useSessionEnding.setState({ isEnding: true }));
  const question = await screen.findByRole('alertdialog', { name: 'Are You Still There?' });
  expect(question).toHaveTextContent('You will be signed out in 1 minute.');
  expect(await axe(document.body)).toHaveNoViolations();
  await user.click(within(question).getByRole('button', { name: 'Stay Signed In' }));
  expect(noted).toBeGreaterThan(0);
  // The server has not noted it yet.
  expect(question).toBeVisible();
  act(() => useSessionEnding.setState({ isEnding: false }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
