import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useDrafts } from '../../shared/session/drafts.ts';
import { forgetIdentity } from '../../shared/session/session-store.ts';
import { aDoctor, anAdmin, testId } from '../../shared/testing/identities.ts';
import { type RenderedPage, show } from '../../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../../shared/testing/server.ts';
import FeesPage from './fees-page.tsx';
import MeetLinkPage from './meet-link-page.tsx';

const rules = { own: null, revision: -1, ofClient: null, fee: 50_000, sessions: ['Evening'], patientClasses: [] };
beforeEach(() => {
  answer('getFeeRules', rules);
});

const done = { success: true as const, message: 'ok', position: '2' };
const press = (user: RenderedPage['user'], name: string) => user.click(screen.getByRole('button', { name }));
const agree = async (user: RenderedPage['user'], question: string) => {
  const dialog = await screen.findByRole('alertdialog', { name: question });
  await user.click(within(dialog).getByRole('button', { name: 'Update' }));
};

describe('the meeting link', () => {
  const question = 'Are you sure you want to update the Google Meet link?';
  const old = 'https://meet.google.com/old-link-one';
  const open = () => show(<MeetLinkPage />, { as: aDoctor, at: '/meet-link' });
  const field = () => screen.getByRole('textbox', { name: 'Google Meet link' });

  test('is shown, and said to be missing where there is none', async () => {
    answer('getLink', { success: true, link: old });
    const first = open();
    expect(await screen.findByRole('link', { name: old })).toHaveAttribute('href', old);
    expect(await axe(first.container)).toHaveNoViolations();
    first.unmount();
    answer('getLink', { success: true, link: null });
    open();
    expect(await screen.findByText('No Google Meet link is currently set')).toBeVisible();
  });

  test('is checked, asked about and saved once', async () => {
    let link = old;
    answer('getLink', () => ({ success: true as const, link }));
    const sent = answer('updateLink', ({ body }) => {
      link = body.link;
      return done;
    });
    const { user } = open();
    await screen.findByRole('link', { name: old });
    await press(user, 'Save Changes');
    expect(field()).toHaveAccessibleDescription('Please enter a Google Meet link.');
    expect(field()).toHaveFocus();
    await user.type(field(), 'meet.google.com/abc');
    await press(user, 'Save Changes');
    expect(field()).toHaveAccessibleDescription('Please enter a valid Google Meet link.');
    await user.clear(field());
    await user.type(field(), 'https://meet.google.com/new-link-one');
    await press(user, 'Save Changes');
    const dialog = await screen.findByRole('alertdialog', { name: question });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toHaveLength(0);
    await press(user, 'Save Changes');
    await agree(user, question);
    expect(await screen.findByText('link updated successfully')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'https://meet.google.com/new-link-one' })).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      { pocId: aDoctor.pocId, link: 'https://meet.google.com/new-link-one' },
    ]);
    expect(field()).toHaveValue('');
  });

  test.each([
    ['a refusal', () => refuse('updateLink', 'service.fault'), 'Failed to update the link. Please try again.'],
    ['no answer', () => loseConnection('updateLink'), 'Error updating the link.'],
    ['a wrong host', () => refuse('updateLink', 'link.invalid'), 'Please enter a valid Google Meet link.'],
  ])('%s is shown, and what was typed stays', async (_, go, sentence) => {
    answer('getLink', { success: true, link: null });
    go();
    const { user } = open();
    await user.type(field(), 'https://other.example/room');
    await press(user, 'Save Changes');
    await agree(user, question);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field()).toHaveValue('https://other.example/room');
  });

  test('says why it could not be fetched, and tries again', async () => {
    refuse('getLink', 'service.fault');
    const { user } = open();
    expect(await screen.findByText('Failed to fetch the current link.')).toBeVisible();
    loseConnection('getLink');
    await press(user, 'Try Again');
    expect(await screen.findByText('Error fetching the current link.')).toBeVisible();
    answer('getLink', { success: true, link: old });
    await press(user, 'Try Again');
    expect(await screen.findByRole('link', { name: old })).toBeVisible();
  });

  test('without a doctor nothing is fetched', () => {
    show(<MeetLinkPage />, { as: { ...aDoctor, pocId: null }, at: '/meet-link' });
    expect(screen.getByText('POC ID is missing. Cannot fetch the link.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  });

  test('what was typed and not saved is left only when that is meant', async () => {
    answer('getLink', { success: true, link: old });
    const { user, go, router } = open();
    await user.type(field(), 'https');
    await go('/poc-dashboard');
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/meet-link');
    expect(field()).toHaveValue('https');
  });
});

test('what was typed outlives the end of the session, for the same person', async () => {
  answer('getConsultationFees', { success: true, fees: '500.00' });
  const first = show(<FeesPage />, { as: aDoctor, at: '/fees' });
  const field = () => screen.getByRole('spinbutton', { name: 'Consultation fees (₹)' });
  await first.user.type(field(), '650');
  // The page's title differs by language.
  expect(Object.keys(useDrafts.getState().drafts)).toEqual([`fees ${aDoctor.pocId}`]);
  act(() => forgetIdentity());
  first.unmount();
  show(<FeesPage />, { as: aDoctor, at: '/fees' });
  expect(field()).toHaveValue(650);
});

describe('the consultation fees', () => {
  const question = 'Are you sure you want to update the consultation fees?';
  const open = () => show(<FeesPage />, { as: aDoctor, at: '/fees' });
  const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Consultation fees (₹)' });

  test('are shown as money, and said to be missing where there are none', async () => {
    answer('getConsultationFees', { success: true, fees: '1500.50' });
    const first = open();
    expect(await screen.findByText('₹1,500.50')).toBeVisible();
    expect(field()).toHaveAttribute('step', '0.01');
    expect(field()).toHaveAttribute('min', '0');
    expect(await axe(first.container)).toHaveNoViolations();
    first.unmount();
    answer('getConsultationFees', { success: true, fees: null });
    open();
    expect(await screen.findByText('No consultation fees are currently set')).toBeVisible();
  });

  test('are checked, asked about and sent with two decimals', async () => {
    let fees = '500.00';
    answer('getConsultationFees', () => ({ success: true as const, fees }));
    const sent = answer('updateConsultationFees', ({ body }) => {
      fees = body.fees;
      return done;
    });
    const { user } = open();
    await screen.findByText('₹500.00');
    await press(user, 'Save Changes');
    expect(field()).toHaveAccessibleDescription('Please enter the consultation fees.');
    await user.type(field(), '-5');
    await press(user, 'Save Changes');
    expect(field()).toHaveAccessibleDescription('Please enter a valid fee amount.');
    await user.clear(field());
    // Firefox and WebKit report '' for 1,250.50, although it stays visible.
    const unreadable = jest.spyOn(field(), 'validity', 'get').mockReturnValue({ ...field().validity, badInput: true });
    fireEvent.input(field());
    await press(user, 'Save Changes');
    expect(field()).toHaveAccessibleDescription('Please enter a valid fee amount.');
    unreadable.mockRestore();
    fireEvent.input(field());
    await press(user, 'Save Changes');
    expect(field()).toHaveAccessibleDescription('Please enter the consultation fees.');
    await user.type(field(), '650.5');
    await press(user, 'Save Changes');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('₹650.50');
    await agree(user, question);
    expect(await screen.findByText('fees updated successfully')).toBeVisible();
    expect(await screen.findByText('₹650.50')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ pocId: aDoctor.pocId, fees: '650.50' }]);
  });

  test.each([
    [
      'a refusal',
      () => refuse('updateConsultationFees', 'service.fault'),
      'Failed to update the fees. Please try again.',
    ],
    ['no answer', () => loseConnection('updateConsultationFees'), 'Error updating the fees.'],
  ])('%s is shown, and what was typed stays', async (_, go, sentence) => {
    answer('getConsultationFees', { success: true, fees: null });
    go();
    const { user } = open();
    await user.type(field(), '700');
    await press(user, 'Save Changes');
    await agree(user, question);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field()).toHaveValue(700);
  });

  test('say why they could not be fetched', async () => {
    refuse('getConsultationFees', 'service.fault');
    const { user } = open();
    expect(await screen.findByText('Failed to fetch the current fees.')).toBeVisible();
    loseConnection('getConsultationFees');
    await press(user, 'Try Again');
    expect(await screen.findByText('Error fetching the current fees.')).toBeVisible();
  });

  test('without a doctor nothing is fetched', () => {
    show(<FeesPage />, { as: { ...aDoctor, pocId: null }, at: '/fees' });
    expect(screen.getByText('POC ID is missing. Cannot fetch the fees.')).toBeVisible();
  });
});

const profile = {
  ...{ name: 'Dialysis Unit', specialization: 'Cardiology', qualification: null, email: null, phone: null },
  ...{ location: null, profile_image: null, patientCount: null, experience: null, rating: null, reviewCount: null },
};

test('an administrator sets the kinds of fees of a doctor, and the one fee', async () => {
  answer('getConsultationFees', { success: true, fees: '500.00' });
  const saved = answer('setFeeRules', { ...done, message: 'saved' });
  const state = { pocId: testId(78), pocName: 'Dr. Asha Menon' };
  const { user } = show(<FeesPage />, { as: anAdmin, at: '/fees', state });
  expect(await screen.findByText('₹500.00')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
  await user.click(await screen.findByRole('button', { name: 'Set Fee Rules' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Follow-up');
  await user.type(screen.getByRole('textbox', { name: 'Fee' }), '200');
  await press(user, 'Save Rules');
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ pocId: testId(78) }));
});

test('an administrator sets the fees of the unit from which the page was opened', async () => {
  answer('getConsultationFees', { success: true, fees: null });
  answer('getDoctor', { ...profile, kind: 'unit' });
  const sent = answer('updateConsultationFees', done);
  const state = { pocId: testId(77), pocName: 'Dialysis Unit' };
  const { user } = show(<FeesPage />, { as: anAdmin, at: '/fees', state });
  expect(await screen.findByText('Dialysis Unit')).toBeVisible();
  await user.type(await screen.findByRole('spinbutton', { name: /Consultation fees/ }), '250');
  await press(user, 'Save Changes');
  await agree(user, 'Are you sure you want to update the consultation fees?');
  expect(await screen.findByText('fees updated successfully')).toBeVisible();
  expect(sent[0]?.body).toEqual({ pocId: testId(77), fees: '250.00' });
});

describe('kinds of fees', () => {
  const followUp = { name: 'Follow-up within 8 days', paise: 0, when: { withinDays: 8 } };
  const open = () => {
    answer('getConsultationFees', { success: true, fees: '500.00' });
    return show(<FeesPage />, { as: aDoctor, at: '/fees' });
  };

  test('those of the hospital are shown, and own ones begin with a first kind', async () => {
    answer('getFeeRules', { ...rules, ofClient: { rules: [followUp], registration: { paise: 10_000, days: 365 } } });
    const saved = answer('setFeeRules', { ...done, message: 'saved' });
    const { user, container } = open();
    const list = within(await screen.findByRole('list', { name: 'Fee rules' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Follow-up within 8 dayswithin 8 days of the last paid visit₹0.00',
      'Registration, once every 365 days₹100.00',
    ]);
    await press(user, 'Set Fee Rules');
    const kind = within(screen.getByRole('group', { name: /^Rule 1/ }));
    await press(user, 'Save Rules');
    expect(await screen.findByText(/Each rule needs a name and an amount/)).toBeInTheDocument();
    expect(saved).toHaveLength(0);
    await user.type(kind.getByRole('textbox', { name: 'Name' }), 'Sunday evening');
    await user.type(kind.getByRole('textbox', { name: 'Fee' }), '900.50');
    await user.selectOptions(kind.getByRole('combobox', { name: 'On' }), 'Sunday');
    await user.selectOptions(kind.getByRole('combobox', { name: 'Session' }), 'Evening');
    await user.type(kind.getByRole('textbox', { name: /^Patient class/ }), ' CGHS');
    expect(await axe(container)).toHaveNoViolations();
    await press(user, 'Save Rules');
    const when = { patientClass: 'CGHS', session: 'Evening', on: ['Sunday'] };
    const feeRules = { rules: [{ name: 'Sunday evening', paise: 90_050, when }] };
    await waitFor(() =>
      expect(saved.map(({ body }) => body)).toEqual([{ pocId: testId(200), feeRules, revision: -1 }]),
    );
  });

  test('change their order, and none are left: then the hospital’s hold', async () => {
    const dear = { name: 'Children', paise: 10_000, when: { age: { below: 12 } } };
    answer('getFeeRules', { ...rules, own: { rules: [followUp, dear] } });
    const saved = answer('setFeeRules', { ...done, message: 'saved' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Change Fee Rules' }));
    await press(user, 'Move Rule 2 up');
    await press(user, 'Save Rules');
    await waitFor(() => expect(saved[0]?.body.feeRules?.rules).toEqual([dear, followUp]));
    await user.click(await screen.findByRole('button', { name: 'Change Fee Rules' }));
    await press(user, 'Remove Rule 1');
    await press(user, 'Remove Rule 1');
    await press(user, 'Save Rules');
    await waitFor(() => expect(saved[1]?.body.feeRules).toBeNull());
  });

  describe('that somebody else has changed since', () => {
    const theirs = { name: 'Theirs', paise: 30_000, when: { withinDays: 3 } };
    const by = 'Front Desk';
    const change = async () => {
      let now = { ...rules, own: { rules: [followUp] }, revision: 3 };
      answer('getFeeRules', () => now);
      const { user } = open();
      await user.click(await screen.findByRole('button', { name: 'Change Fee Rules' }));
      const name = screen.getByRole('textbox', { name: 'Name' });
      await user.clear(name);
      await user.type(name, 'Mine');
      refuse('setFeeRules', 'fees.changed', { details: { fees: { revision: 5, by } } });
      now = { ...rules, own: { rules: [theirs] }, revision: 5 };
      await press(user, 'Save Rules');
      const shown = await screen.findByRole('list', { name: 'Current fee rules' });
      expect(shown).toHaveTextContent(theirs.name);
      expect(screen.getByText('Front Desk has changed these fees. Your changes are not saved.')).toBeVisible();
      expect(name).toHaveValue('Mine');
      return user;
    };
    const saving = () => answer('setFeeRules', { ...done, message: 'saved' });

    test('are shown, and replaced where that is meant', async () => {
      const user = await change();
      const saved = saving();
      await press(user, 'Save Mine Instead');
      const feeRules = { rules: [{ ...followUp, name: 'Mine' }] };
      await waitFor(() => expect(saved[0]?.body).toMatchObject({ feeRules, revision: 5 }));
    });

    test('are taken over', async () => {
      const user = await change();
      const saved = saving();
      await press(user, 'Use These');
      expect(screen.queryByText(/has changed these fees/)).toBeNull();
      expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue(theirs.name);
      await press(user, 'Save Rules');
      await waitFor(() => expect(saved[0]?.body).toMatchObject({ feeRules: { rules: [theirs] }, revision: 5 }));
    });
  });
});
