import type { Page } from '@playwright/test';
import { ask } from '../clinic/http-calls.ts';
import { inspect } from '../clinic/look.ts';
import { expect, type SignedInBrowser, test } from '../clinic/story.ts';

// Long stories that don't depend on each other.
test.describe.configure({ mode: 'parallel' });

/** Visits each address in one tab; none may violate the Content-Security-Policy. */
async function tour(browser: SignedInBrowser, stops: Readonly<Record<string, string>>): Promise<Page> {
  const page = await browser.context.newPage();
  const refused: string[] = [];
  await page.exposeFunction('refused', (directive: string) => refused.push(directive));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      Object(window).refused(`${effectiveDirective} ${blockedURI} at ${location.pathname}`);
    });
  });
  for (const [name, path] of Object.entries(stops)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inspect(page, name);
  }
  expect(refused).toEqual([]);
  return page;
}

const storyOf = async ({ context, user }: SignedInBrowser): Promise<string> => {
  const rows = await ask(context.request, 'listTodaysAppointmentsOfClient', { clientId: user.clientId });
  const marked = rows.find((row) => row.Status === 'Availed');
  if (!marked) throw new Error('Nobody has come yet today.');
  return `/audit/appointments/${marked.AppointmentId}`;
};

const slipOf = async ({ context, user }: SignedInBrowser): Promise<string> => {
  const rows = await ask(context.request, 'listTodaysAppointmentsOfClient', { clientId: user.clientId });
  return `/slip/${rows[0]?.AppointmentId}`;
};

/** The page of the first patient on today's board, of the doctor or of the whole client. */
async function patientOf({ context, user }: SignedInBrowser): Promise<string> {
  const rows = user.pocId
    ? await ask(context.request, 'listTodaysAppointmentsOfDoctor', { pocId: user.pocId })
    : await ask(context.request, 'listTodaysAppointmentsOfClient', { clientId: user.clientId });
  return `/patient/${rows[0]?.User_ID}`;
}

test('public pages', async ({ page }) => {
  await page.goto('/');
  await inspect(page, 'sign-in');
  await page.getByRole('button', { name: 'Doctor', exact: true }).click();
  await inspect(page, 'sign-in-doctor');
  await page.goto('/logout');
  await inspect(page, 'logout');
  await page.goto('/wall');
  await expect(page.getByRole('heading', { name: /This screen is not paired yet/ })).toBeVisible();
  await inspect(page, 'wall-unpaired');
});

test("an admin's pages with a full day", async ({ arrive }) => {
  const desk = await arrive('desk1');
  const page = await tour(desk, {
    'admin-dashboard': '/admin-dashboard',
    'admin-today': '/admin-todays-appointments',
    'admin-today-visited': '/admin-todays-appointments?filter=Availed&page=1',
    'admin-details': '/appointment-details-admin',
    'admin-details-confirmed': '/appointment-details-admin?status=Confirmed',
    'admin-details-no-match': '/appointment-details-admin?search=zzzzzz',
    'admin-patient': await patientOf(desk),
    'admin-patient-none': '/patient/nobody',
    'admin-patient-new': '/patient/new',
    'admin-patient-duplicates': '/patient/duplicates',
    'admin-queue': '/queue',
    'admin-day-list': '/day-list',
    'admin-slip': await slipOf(desk),
    'admin-calls': '/calls',
    'admin-day-close': '/day-close',
    'admin-calendar': '/calendar',
    'admin-import': '/import',
    'admin-hospital': '/settings/hospital',
    'admin-branches': '/settings/branches',
    'admin-displays': '/settings/displays',
    'admin-people': '/settings/people',
    'admin-connections': '/settings/connections',
    'admin-retention': '/settings/retention',
    'admin-activity': '/audit',
    'admin-history': '/audit/appointments',
    'admin-story': await storyOf(desk),
    'admin-chatbot-try': '/chatbot-try?person=new',
    'admin-conversations': '/conversations',
    'admin-waiting-list': '/waiting-list',
    'not-found': '/there-is-no-such-page',
  });
  await page.goto('/admin-dashboard');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByText('Admin Portal')).toBeVisible();
  await inspect(page, 'admin-menu');
  await page.keyboard.press('Escape');
  await page.locator('#account-button').click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await inspect(page, 'admin-account');
});

test("a doctor's pages with a full day", async ({ arrive }) => {
  const story = await storyOf(await arrive('desk1'));
  const doctor = await arrive('asha');
  const own = await ask(doctor.context.request, 'listTodaysAppointmentsOfDoctor', { pocId: doctor.user.pocId ?? '' });
  const page = await tour(doctor, {
    'doctor-dashboard': '/poc-dashboard',
    'doctor-today': '/todays-appointments',
    'doctor-details': '/appointment-details?status=Confirmed',
    'doctor-details-tele': '/appointment-details?type=Tele+Consultation',
    'doctor-story': `/audit/appointments/${own[0]?.AppointmentId}`,
    'doctor-story-foreign': story,
    'doctor-patient': await patientOf(doctor),
    'doctor-day-list': '/day-list',
  });
  await page.goto('/todays-appointments?filter=Confirmed&page=1');
  await page.getByRole('button', { name: 'Mark as Not Visited' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await inspect(page, 'doctor-question');
});

test("an auditor's pages, with technical detail", async ({ arrive }) => {
  const desk = await arrive('desk1');
  const story = await storyOf(desk);
  const page = await tour(await arrive('auditor'), {
    'auditor-activity': '/audit',
    'auditor-hospital': '/settings/hospital',
    'auditor-people': '/settings/people',
    'auditor-retention': '/settings/retention',
    'auditor-history': '/audit/appointments',
    'auditor-replay': '/audit/replay',
    'auditor-replay-dashboard': '/audit/replay?screen=dashboard',
    'auditor-replay-details': '/audit/replay?screen=details',
    'auditor-report': '/audit/report',
    'auditor-patient': await patientOf(desk),
    'auditor-calendar': '/calendar',
    'auditor-import': '/import',
    'auditor-story': story,
  });
  await page.getByText('Technical detail').first().click();
  await expect(page.getByText('Event id')).toBeVisible();
  await inspect(page, 'auditor-story-detail');
});

test('the pages of a client that has no appointment yet', async ({ arrive }) => {
  await tour(await arrive('quietDesk'), {
    'admin-dashboard-empty': '/admin-dashboard',
    'admin-today-empty': '/admin-todays-appointments',
    'admin-details-empty': '/appointment-details-admin?status=Confirmed',
    'admin-history-empty': '/audit/appointments',
    'admin-replay-empty': '/audit/replay',
    'admin-report-empty': '/audit/report',
  });
  await tour(await arrive('quietDoctor'), {
    'doctor-dashboard-empty': '/poc-dashboard',
    'doctor-today-empty': '/todays-appointments',
    'doctor-details-empty': '/appointment-details?status=Confirmed',
  });
});
