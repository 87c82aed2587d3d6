import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer } from '../../../shared/testing/server.ts';
import { meera } from '../patient.fixture.ts';
import { MessagesCard } from './messages-card.tsx';

const reply = { success: true, message: 'Choice saved.', position: '0000000000000009' } as const;
const said = (accepted: boolean, by: { kind: 'patient' | 'admin'; name: string }) => ({
  ...meera,
  messages: { accepted, since: '2026-11-20T08:00:00.000Z', by },
});

test('the desk ends the emails with a reason', async () => {
  const sent = answer('chooseMessages', reply);
  const { user, container } = show(<MessagesCard overview={meera} isDesk />, { as: anAdmin });
  expect(screen.getByText('Receives emails about visits')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'No More Emails' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Please give a reason.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Prefers a call');
  await user.dblClick(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No emails about visits')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ userId: meera.userId, email: false, reason: 'Prefers a call' }]);
});

test('a patient’s own no is shown as such, and the desk can set it back', async () => {
  const sent = answer('chooseMessages', reply);
  const { user } = show(<MessagesCard overview={said(false, { kind: 'patient', name: 'Patient' })} isDesk />, {
    as: anAdmin,
  });
  expect(screen.getByText('No emails about visits')).toBeVisible();
  expect(screen.getByText('since Nov 20, 2026, by the link in an email')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send Emails Again' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Asked for them');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Receives emails about visits')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ userId: meera.userId, email: true, reason: 'Asked for them' }]);
});

test('an auditor reads who recorded it', () => {
  const overview = said(true, { kind: 'admin', name: 'Front Desk' });
  show(<MessagesCard overview={overview} isDesk={false} />, { as: anAuditor });
  expect(screen.getByText('since Nov 20, 2026, recorded by Front Desk')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the desk chooses the language of the emails, or the hospital’s', async () => {
  const sent = answer('setMessageLanguage', { ...reply, message: 'Language saved.' });
  const card = (chosen: 'hi' | null) => (
    <MessagesCard overview={{ ...meera, messageLanguage: { chosen, ofHospital: 'en' } }} isDesk />
  );
  const { user, unmount } = show(card(null), { as: anAdmin });
  const choose = async (language: string) => {
    await user.click(screen.getByRole('button', { name: 'Change Language' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Language of the emails' }), language);
    await user.dblClick(dialog.getByRole('button', { name: 'Save' }));
  };
  expect(screen.getByText('In English (hospital’s language)')).toBeVisible();
  await choose('हिन्दी');
  expect(await screen.findByText('Emails in हिन्दी')).toBeVisible();
  unmount();
  const again = show(card('hi'), { as: anAdmin });
  expect(screen.getByText('In हिन्दी')).toBeVisible();
  await again.user.click(screen.getByRole('button', { name: 'Change Language' }));
  const dialog = within(await screen.findByRole('dialog'));
  await again.user.selectOptions(dialog.getByRole('combobox'), 'English (hospital’s language)');
  await again.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Emails in English')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { userId: meera.userId, language: 'hi' },
    { userId: meera.userId, language: null },
  ]);
});
