import { act, screen, waitFor, within } from '@testing-library/react';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import AddNewAppointmentPage from './add-new-appointment-page.tsx';
import { changeDraft, readDraft } from './api/draft.ts';
import { answerAll, dates, draftAt, loaded, open, openAt, storeDraft, walkTo } from './wizard.fixture.tsx';

const phone = () => screen.getByRole('textbox', { name: 'Phone Number' });

test('what was entered outlives a session that ends, for the same person', async () => {
  answerAll();
  const first = await openAt(5);
  expect(await screen.findByRole('radio', { name: /Nov.* 24/ })).toBeVisible();
  const { forgetIdentity } = await import('../../shared/session/session-store.ts');
  act(() => forgetIdentity());
  first.unmount();
  const second = open();
  expect(await screen.findByRole('radio', { name: /Nov.* 24/ })).toBeVisible();
  expect(dates).toHaveLength(4);
  await second.user.keyboard('{Escape}');
  expect(screen.getByRole('combobox', { name: 'Department' })).toBeVisible();
});

test('a reload finds the draft with its keys, without the payment choice; leaving forgets it', async () => {
  answerAll();
  const first = await openAt(7);
  // As if pasted: an overlong text is kept too.
  const { fields } = readDraft(anAdmin.accountId);
  const location = 'Pune '.repeat(100);
  const keys = { 'saveUser {}': 'a-key' };
  act(() => changeDraft(anAdmin.accountId, { payment: 'Paid', keys, fields: { ...fields, location } }));
  const stored = sessionStorage.getItem('dayline.bookingDraft') ?? '';
  expect(stored).not.toContain('Paid');
  first.unmount();
  await waitFor(() => expect(sessionStorage.getItem('dayline.bookingDraft')).toBeNull());
  // As after a reload: memory is cleared, session storage is not.
  sessionStorage.setItem('dayline.bookingDraft', stored);
  loaded('reload', '/add-new-appointment');
  const second = open();
  expect(await screen.findByRole('button', { name: 'Pay Now' })).toBeVisible();
  expect(readDraft(anAdmin.accountId)).toMatchObject({
    payment: null,
    keys: { 'saveUser {}': 'a-key' },
    fields: { phone: '9845012345', name: 'Rohan Kulkarni', location },
  });
  second.unmount();
  await waitFor(() => expect(sessionStorage.getItem('dayline.bookingDraft')).toBeNull());
});

test.each([
  ['an address was typed', 'navigate', '/add-new-appointment'],
  ['another page was reloaded', 'reload', '/users'],
])('a draft that was left without a word does not come back after %s', async (_, type, path) => {
  answerAll();
  storeDraft(draftAt(6));
  loaded(type, path);
  open();
  expect(phone()).toHaveValue('');
  expect(phone()).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Start Over' })).not.toBeInTheDocument();
  expect(sessionStorage.getItem('dayline.bookingDraft')).toBeNull();
});

test('Start Over is there once something was entered, and asks', async () => {
  answerAll();
  const { user } = await openAt(6);
  const again = () => user.click(screen.getByRole('button', { name: 'Start Over' }));
  await again();
  const question = await screen.findByRole('alertdialog', { name: 'Start over?' });
  await user.click(within(question).getByRole('button', { name: 'Continue Booking' }));
  expect(screen.getByRole('heading', { name: 'Is everything correct?' })).toBeVisible();
  await again();
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Start Over' }));
  await waitFor(() => expect(phone()).toHaveValue(''));
  await waitFor(() => expect(phone()).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Start Over' })).not.toBeInTheDocument();

  await user.type(phone(), '98450');
  await again();
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Start Over' }));
  await waitFor(() => expect(phone()).toHaveValue(''));
  await waitFor(() => expect(phone()).toHaveFocus());
});

test('a stored draft of somebody else, or of no known form, is forgotten', () => {
  answerAll();
  loaded('reload', '/add-new-appointment');
  storeDraft(draftAt(6), 'x');
  const othersDraft = sessionStorage.getItem('dayline.bookingDraft') ?? '';
  for (const text of [othersDraft, '{"state":{"accountId":"x","step":3},"version":0}', 'no JSON']) {
    sessionStorage.setItem('dayline.bookingDraft', text);
    const { unmount } = open();
    expect(phone()).toHaveValue('');
    expect(sessionStorage.getItem('dayline.bookingDraft')).toBeNull();
    unmount();
  }
});

test('leaving clears the draft', async () => {
  answerAll();
  const first = await openAt(2);
  first.unmount();
  await waitFor(() => expect(readDraft(anAdmin.accountId).step).toBe(1));
});

test('a booking that was begun is left only when that is meant, one that was not at once', async () => {
  answerAll();
  const { user, router, go } = open();
  await user.type(phone(), '98');
  await go('/admin-dashboard');
  const question = await screen.findByRole('alertdialog', { name: 'Leave this booking?' });
  await user.click(within(question).getByRole('button', { name: 'Continue Booking' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe('/add-new-appointment');
  expect(phone()).toHaveValue('98');
  await go('/admin-dashboard');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard'));
  await go('/add-new-appointment');
  expect(await screen.findByRole('textbox', { name: 'Phone Number' })).toHaveValue('');
  await go('/admin-dashboard');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard'));
});

test('somebody else does not find what was typed', async () => {
  answerAll();
  const first = open();
  await walkTo(2);
  first.unmount();
  show(<AddNewAppointmentPage />, { as: { ...anAdmin, accountId: testId(9) }, at: '/add-new-appointment' });
  expect(phone()).toHaveValue('');
});
