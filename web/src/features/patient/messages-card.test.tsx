import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer } from '../../shared/testing/server.ts';
import { MessagesCard } from './components/messages-card.tsx';
import { meera } from './patient.fixture.ts';

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
