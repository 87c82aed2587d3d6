import { languageCookie } from '@dayline/contracts/fields/language';
import type { BrowserContext, Page } from '@playwright/test';
import type { Person } from '../clinic/accounts.ts';
import { ask } from '../clinic/http-calls.ts';
import { screens, settle } from '../clinic/look.ts';
import { chooseTime, confirmSummary, fillToTiming, hindi } from '../clinic/pages/wizard.ts';
import { doctorNamed, doctorWithSlot, newPerson } from '../clinic/slots.ts';
import { expect, type SignedInBrowser, test } from '../clinic/story.ts';

test.use({ trace: 'off' });

/** The texts in the project's language. */
const inHindi = () => test.info().project.name === 'hi';
const inLanguage = <Words>(english: Words, hindi: Words): Words => (inHindi() ? hindi : english);

test.beforeEach(async ({ context }) => speak(context));

/** The browser's pages are shown in the project's language. */
async function speak(context: BrowserContext): Promise<void> {
  if (inHindi())
    await context.addInitScript((cookie) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the pages keep it themselves
      document.cookie = cookie;
    }, `${languageCookie}=hi; Path=/`);
}

/** Both screens, light and dark. */
async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [screen, size] of Object.entries(screens)) {
      await page.setViewportSize(size);
      await page.evaluate(() => document.getElementById(location.hash.slice(1))?.scrollIntoView());
      await settle(page);
      await page.screenshot({
        path: `screens/${inLanguage('', 'hindi/')}${name}-${screen}-${colorScheme}.png`,
        animations: 'disabled',
      });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(screens.desktop);
}

interface Stop {
  readonly path: string;
  /** Actions before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>;
}
type Stops = Readonly<Record<string, Stop | string>>;

async function tour(page: Page, stops: Stops): Promise<void> {
  for (const [name, stop] of Object.entries(stops)) {
    const { path, act }: Stop = typeof stop === 'string' ? { path: stop } : stop;
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settle(page);
    await act?.(page);
    await picture(page, name);
  }
}

const drawn = (page: Page) =>
  expect(page.getByRole('img', { name: inLanguage(/^Today by hour/, /^आज घंटे के अनुसार/) })).toBeVisible();
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const search = (words: string) => async (page: Page) => {
  await page.getByRole('searchbox').first().fill(words);
  await expect(page.getByRole('button', { name: inLanguage('Clear Search', 'खोज हटाएँ') })).toBeVisible();
};

const finding = (words: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page
    .getByRole('combobox', { name: inLanguage('Name, phone or hospital number', 'नाम, फ़ोन या अस्पताल का नंबर') })
    .fill(words);
  await expect(
    page
      .getByRole('option')
      .or(page.getByText(inLanguage('No patients found', 'कोई नहीं मिला')))
      .first(),
  ).toBeVisible();
};

async function tourOf(
  arrive: (person: Person) => Promise<SignedInBrowser>,
  person: Person,
  stops: Stops,
): Promise<void> {
  const { context } = await arrive(person);
  await speak(context);
  await tour(await context.newPage(), stops);
}

test('before sign-in', async ({ page }) => {
  await tour(page, {
    'sign-in': '/',
    'sign-in-doctor': { path: '/', act: press(inLanguage('Doctor', 'डॉक्टर')) },
    'sign-in-refused': {
      path: '/',
      act: async () => {
        await page.getByRole('combobox', { name: inLanguage('Select Client', 'क्लाइंट चुनें') }).selectOption({ index: 1 });
        await page.getByRole('textbox', { name: inLanguage('Email Address', 'ईमेल पता') }).fill('admin@sunrise.example');
        await page.getByRole('textbox', { name: inLanguage('Password', 'पासवर्ड') }).fill('not-the-password-1');
        await page.getByRole('button', { name: inLanguage('Sign In', 'साइन इन करें') }).click();
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    signup: '/signup',
    'signup-chosen': {
      path: '/signup',
      act: async () => {
        await page.getByRole('textbox', { name: inLanguage('Healthcare Provider', 'अस्पताल') }).fill('sunrise');
        await page.getByRole('button', { name: /^Sunrise/ }).click();
      },
    },
    'verify-email-no-link': '/verify-email/-/x',
    'create-password-no-link': '/create-password',
    'forgot-password': '/forgot-password',
    'reset-password-invalid': '/reset-password/0123456789abcdef0123456789abcdef/01J00000000000000000000D01',
    'sign-in-link': '/sign-in-link/0123456789abcdef0123456789abcdef/01J00000000000000000000D01',
    'single-sign-on-declined': '/sign-in/01J00000000000000000000D01/callback',
    'sign-in-link-no-link': '/sign-in-link/-/x',
    confirmEmail: '/confirm-email/0123456789abcdef0123456789abcdef/01J00000000000000000000D01',
    'no-messages': '/no-messages/0123456789abcdef0123456789abcdef/01J00000000000000000000S01',
    'your-visit-no-link': '/your-visit/-/x',
    invitation: '/invitation/0123456789abcdef0123456789abcdef/01J00000000000000000000D01',
    'reset-password-no-link': '/reset-password/-/x',
    home: '/home',
    'home-contact': { path: '/home#contact', act: press(inLanguage('Send Message', 'संदेश भेजें')) },
    wall: '/wall',
    chatbot: '/chatbot',
    'privacy-policy': '/privacy-policy',
    'terms-of-service': { path: '/terms-of-service', act: press(inLanguage('Payment Terms', 'भुगतान की शर्तें')) },
  });
});

test("an admin's pages", async ({ arrive }) => {
  const desk = await arrive('desk1');
  await speak(desk.context);
  const { clientId } = desk.user;
  const doctor = await doctorNamed(desk.context.request, clientId, 'Dr. Asha Menon');
  const rows = await ask(desk.context.request, 'listTodaysAppointmentsOfClient', { clientId });
  const marked = rows.find((row) => row.Status === 'Availed');
  await tour(await desk.context.newPage(), {
    'admin-dashboard': { path: '/admin-dashboard', act: drawn },
    'admin-dashboard-menu': { path: '/admin-dashboard', act: press(inLanguage('Open menu', 'मेन्यू खोलें')) },
    'admin-today': '/admin-todays-appointments',
    'admin-today-menu': {
      path: '/admin-todays-appointments?filter=Confirmed&page=1',
      act: press(inLanguage(/^More for/, /के लिए और$/)),
    },
    'admin-today-no-match': '/admin-todays-appointments?search=zzzzzz',
    'details-admin': '/appointment-details-admin',
    'details-admin-confirmed': '/appointment-details-admin?status=Confirmed',
    'details-admin-no-match': '/appointment-details-admin?search=zzzzzz',
    doctors: '/doctors',
    departments: '/departments',
    'departments-no-match': { path: '/departments', act: search('zzzz') },
    users: '/users',
    'users-no-match': { path: '/users', act: search('zzzz') },
    patient: `/patient/${rows[0]?.User_ID}`,
    'patient-correct': {
      path: `/patient/${rows[0]?.User_ID}`,
      act: press(inLanguage('Correct Details', 'विवरण सुधारें')),
    },
    'patient-none': '/patient/nobody',
    'patient-search': { path: '/users', act: finding('shrma') },
    'patient-search-nobody': { path: '/users', act: finding('zzzz') },
    'patient-new': { path: '/patient/new', act: press(inLanguage('Register', 'पंजीकृत करें')) },
    'patient-duplicates': '/patient/duplicates',
    queue: '/queue',
    slip: `/slip/${rows[0]?.AppointmentId}`,
    'slip-a5': { path: `/slip/${rows[0]?.AppointmentId}`, act: press(inLanguage('A5', 'ए5')) },
    'day-list': '/day-list',
    calls: '/calls',
    'day-close': '/day-close',
    calendar: '/calendar',
    'calendar-add': { path: '/calendar', act: press(inLanguage('Add Day', 'दिन जोड़ें')) },
    leave: '/leave',
    import: '/import',
    'chatbot-try': '/chatbot-try?person=new',
    conversations: '/conversations',
    'waiting-list': '/waiting-list',
    account: '/account',
    people: '/settings/people',
    'people-invite': { path: '/settings/people', act: press(inLanguage('Invite Person', 'व्यक्ति को आमंत्रित करें')) },
    hospital: '/settings/hospital',
    branches: '/settings/branches',
    retention: '/settings/retention',
    displays: '/settings/displays',
    connections: '/settings/connections',
    'connections-issue': { path: '/settings/connections', act: press(inLanguage('Issue Key', 'कुंजी बनाएँ')) },
    'displays-add': { path: '/settings/displays', act: press(inLanguage('Add Display', 'डिस्प्ले जोड़ें')) },
    'view-poc': '/view-poc',
    'view-poc-chosen': {
      path: '/view-poc',
      act: (page) =>
        page
          .getByRole('combobox', { name: inLanguage('Department', 'विभाग') })
          .selectOption({ label: doctor.department }),
    },
    'view-appointments': {
      path: '/doctors',
      act: async (page) => {
        await page
          .getByRole('link', { name: `${inLanguage('View Appointments', 'अपॉइंटमेंट देखें')}, ${doctor.name}` })
          .click();
        await expect(page.getByRole('list', { name: inLanguage('Slots', 'स्लॉट') })).toBeVisible();
      },
    },
    'view-appointments-open': {
      path: '/doctors',
      act: async (page) => {
        await page
          .getByRole('link', { name: `${inLanguage('View Appointments', 'अपॉइंटमेंट देखें')}, ${doctor.name}` })
          .click();
        await page
          .getByRole('list', { name: inLanguage('Slots', 'स्लॉट') })
          .getByRole('button')
          .first()
          .click();
      },
    },
    'update-availability': '/update-availability',
    'update-availability-doctor': `/update-availability?department=${doctor.departmentId}&doctor=${doctor.pocId}`,
    'add-poc': '/add-poc',
    'add-poc-refused': { path: '/add-poc', act: press(inLanguage('Continue', 'आगे बढ़ें')) },
    activity: '/audit',
    'audit-appointments': '/audit/appointments',
    'audit-replay': '/audit/replay',
    'audit-report': '/audit/report',
    'audit-story': `/audit/appointments/${marked?.AppointmentId}`,
    logout: '/logout',
    'logout-sure': { path: '/logout', act: press(inLanguage('Sign Out', 'साइन आउट करें')) },
    'not-found': '/there-is-no-such-page',
  });
});

test('each step of a booking', async ({ arrive }) => {
  const desk = await arrive('desk2');
  await speak(desk.context);
  const { request } = desk.context;
  const { doctor, slot } = await doctorWithSlot(request, desk.user.clientId, 'Dr. Vikram Rao', 4);
  const patient = newPerson();
  const words = inHindi() ? hindi : undefined;
  const page = await desk.open('/add-new-appointment');
  const phone = page.getByRole('textbox', { name: inLanguage('Phone Number', 'फ़ोन नंबर') });
  await expect(phone).toBeFocused();
  await picture(page, 'booking-1-phone');
  await phone.focus();
  await fillToTiming(page, patient, doctor, words);
  await picture(page, 'booking-5-timing');
  await page.locator('[data-field="date"] [role="radio"][tabindex="0"]').focus();
  await chooseTime(page, slot, words);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(2);
  await picture(page, 'booking-5-timing-chosen');
  await page.getByRole('button', { name: inLanguage('Continue', 'आगे बढ़ें') }).click();
  await picture(page, 'booking-6-confirm');
  await page.getByRole('heading', { level: 2 }).focus();
  await confirmSummary(page, patient, words);
  await picture(page, 'booking-7-payment');
  await page.getByRole('button', { name: inLanguage('Pay Now', 'अभी भुगतान') }).click();
  await expect(page.getByRole('heading', { name: inLanguage('Appointment booked', 'अपॉइंटमेंट बुक हुआ') })).toBeVisible();
  await picture(page, 'booking-8-booked');
});

test("a doctor's pages", async ({ arrive }) => {
  await tourOf(arrive, 'asha', {
    'doctor-dashboard': { path: '/poc-dashboard', act: drawn },
    'doctor-today': '/todays-appointments',
    'doctor-today-question': {
      path: '/todays-appointments?filter=Confirmed&page=1',
      act: press(inLanguage('Mark as Not Visited', '“नहीं आए” दर्ज करें')),
    },
    'doctor-details': '/appointment-details?status=Confirmed',
    'doctor-slots': '/view-appointments',
    'doctor-availability': '/update-availability-poc',
    'doctor-availability-blocked': {
      path: '/update-availability-poc',
      act: async (page) => {
        await page.getByRole('tab', { name: inLanguage(/Blocked Slots/, /ब्लॉक किए गए स्लॉट/) }).click();
        await page
          .getByRole('button', { expanded: false, name: inLanguage(/Blocked/, /ब्लॉक/) })
          .first()
          .click();
      },
    },
    schedule: '/update-schedule',
    'schedule-slots': {
      path: '/update-schedule',
      act: (page) => page.getByRole('tab', { name: inLanguage('Available Slots', 'उपलब्ध स्लॉट') }).click(),
    },
    profile: '/poc-user-profile',
    'meet-link': '/meet-link',
    fees: '/fees',
  });
});

test('pages with nothing to show', async ({ arrive }) => {
  await tourOf(arrive, 'quietDesk', {
    'empty-admin-dashboard': '/admin-dashboard',
    'empty-admin-today': '/admin-todays-appointments',
    'empty-details-admin': '/appointment-details-admin?status=Confirmed',
    'empty-users': '/users',
    'empty-audit': '/audit/appointments',
    'empty-replay': '/audit/replay',
    'empty-report': '/audit/report',
  });
  await tourOf(arrive, 'quietDoctor', {
    'empty-doctor-dashboard': '/poc-dashboard',
    'empty-doctor-today': '/todays-appointments',
    'empty-doctor-details': '/appointment-details?status=Confirmed',
    'empty-doctor-slots': '/view-appointments',
    'empty-doctor-availability': '/update-availability-poc',
    'empty-schedule': '/update-schedule',
    'empty-profile': '/poc-user-profile',
  });
});

test('pages whose calls fail', async ({ arrive }) => {
  const { context } = await arrive('desk2');
  await speak(context);
  await context.route(/\/api\/(?!auth|poc-login|clients)/, (route) => route.fulfill({ status: 500, json: {} }));
  const page = await context.newPage();
  await tour(page, {
    'failed-admin-dashboard': '/admin-dashboard',
    'failed-admin-today': '/admin-todays-appointments',
    'failed-details-admin': '/appointment-details-admin',
    'failed-doctors': '/doctors',
    'failed-departments': '/departments',
    'failed-users': '/users',
    'failed-view-poc': '/view-poc',
    'failed-audit': '/audit/appointments',
    'failed-replay': '/audit/replay',
    'failed-report': '/audit/report',
  });
});
