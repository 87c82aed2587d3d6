import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer, refuse } from '../../../shared/testing/server.ts';
import SingleSignOnCard from './card.tsx';

const { clientId } = anAdmin;
const provider = {
  ...{ providerName: 'Sunrise ID', issuer: 'https://login.sunrise.example', oidcClientId: 'dayline' },
  ...{ domains: ['sunrise.example'], hasSecondFactor: false },
};
const done = { success: true as const, message: 'ok', position: '1'.padStart(20, '0') };
const field = (name: string) => screen.getByRole('textbox', { name });

test('a provider is set with its secret, which is not shown again; a refusal says why', async () => {
  const sent = answer('setSingleSignOn', done);
  const { user, container } = show(<SingleSignOnCard provider={null} isReader={false} />, { as: anAdmin });
  expect(screen.getByText(`${location.origin}/sign-in/${clientId}/callback`)).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  const save = screen.getByRole('button', { name: 'Save Single Sign-On' });
  await user.click(save);
  expect(await screen.findByText('Please enter a name.')).toBeInTheDocument();
  await user.type(field('Name on the button'), 'Sunrise ID');
  await user.type(field('Issuer'), `${provider.issuer} `);
  await user.type(field('Client ID'), 'dayline');
  await user.type(screen.getByLabelText('Secret'), 'marigold');
  await user.type(field('Email domains'), 'sunrise.example, lab.sunrise.example');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Second factor' }), 'true');
  await user.click(save);
  expect(await screen.findByText('Single sign-on saved')).toBeInTheDocument();
  expect(screen.getByLabelText('Secret')).toHaveValue('');
  refuse('setSingleSignOn', 'provider.address');
  await user.click(save);
  expect(await screen.findByText(/it must be public, and begin with https/)).toBeInTheDocument();
  const entered = { ...provider, domains: ['sunrise.example', 'lab.sunrise.example'], hasSecondFactor: true };
  expect(sent.map(({ body }) => body)).toEqual([{ clientId, provider: { ...entered, secret: 'marigold' } }]);
});

test('the present secret stays unless another is entered; it is removed after a question', async () => {
  const sent = answer('setSingleSignOn', done);
  const { user } = show(<SingleSignOnCard provider={provider} isReader={false} />, { as: anAdmin });
  await user.click(screen.getByRole('button', { name: 'Save Single Sign-On' }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ clientId, provider }]));
  await user.click(screen.getByRole('button', { name: 'Remove Single Sign-On' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove single sign-on?' }));
  await user.click(question.getByRole('button', { name: 'Remove Single Sign-On' }));
  expect(await screen.findByText('Single sign-on removed')).toBeInTheDocument();
  expect(sent.at(-1)?.body).toEqual({ clientId, provider: null });
});

test('auditors read it', () => {
  show(<SingleSignOnCard provider={provider} isReader />, { as: anAuditor });
  expect(field('Issuer')).toBeDisabled();
  expect(screen.queryByLabelText('Secret')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
