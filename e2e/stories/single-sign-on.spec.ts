import { startSignInProvider } from '@dayline/acceptance/testing/single-sign-on/sign-in-provider';
import { people, quiet } from '../clinic/accounts.ts';
import { expect, test } from '../clinic/story.ts';

test('a hospital sets its own provider; its people sign in there, and others see why not', async ({
  page,
  clinic,
  arrive,
}) => {
  const admin = await arrive('quietDesk');
  const { clientId } = admin.user;
  const provider = await startSignInProvider([`${clinic.urls[0]}/sign-in/${clientId}/callback`]);
  try {
    const { email } = people.quietDesk;
    provider.people
      .set('mira', { email, isVerified: true })
      .set('stranger', { email: 'x@quiet.example', isVerified: true });

    const settings = await admin.open('/settings/hospital');
    const field = (name: string) => settings.getByRole('textbox', { name });
    await expect(settings.getByText(`${clinic.urls[0]}/sign-in/${clientId}/callback`)).toBeVisible();
    await field('Name on the button').fill('Quiet ID');
    await field('Issuer').fill(provider.issuer);
    await field('Client ID').fill(provider.oidcClientId);
    await field('Secret').fill(provider.secret);
    await field('Email domains').fill('quiet.example');
    await settings.getByRole('button', { name: 'Save Single Sign-On' }).click();
    await expect(settings.getByText('Single sign-on saved')).toBeVisible();
    await expect(settings.getByRole('button', { name: 'Remove Single Sign-On' })).toBeVisible();

    const signIn = async (who: string) => {
      await page.goto('/');
      await page.getByRole('combobox', { name: 'Select Client' }).selectOption({ label: quiet });
      await page.getByRole('button', { name: 'Sign in with Quiet ID' }).click();
      await page.getByRole('textbox', { name: 'Who' }).fill(who);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await signIn('nobody');
    await expect(page.getByText(/The sign-in provider did not sign you in/)).toBeVisible();
    await signIn('stranger');
    await expect(page.getByText(/No account of this hospital belongs to this sign-in/)).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: 'Go to Sign In' }).click();
    await expect(page).toHaveURL('/');

    // The provider still knows the stranger by its own session.
    await page.context().clearCookies();
    await signIn('mira');
    await expect(page).toHaveURL('/admin-dashboard');
    await page.reload();
    await expect(page).toHaveURL('/admin-dashboard');

    await settings.getByRole('button', { name: 'Remove Single Sign-On' }).click();
    await settings.getByRole('alertdialog').getByRole('button', { name: 'Remove Single Sign-On' }).click();
    await expect(settings.getByText('Single sign-on removed')).toBeVisible();
  } finally {
    await provider.close();
  }
});
