// What the Chromium stories can't detect: each of these has failed in Firefox or WebKit before.
//
// Not covered: native pickers, touch, a keychain, an iPhone's zoom (the text size of its fields is measured) and an
// iPad's toolbar over the drawer. WebKitGTK's driver provides neither printing nor the console.
import { inflateSync } from 'node:zlib';
import { paths } from '@dayline/contracts/page-paths';
import { expect } from '@playwright/test';
import { password, people, sunrise } from '../clinic/accounts.ts';
import { doctorOnDuty } from '../clinic/doctors.ts';
import { ask } from '../clinic/http-calls.ts';
import { findOverflows, screens } from '../clinic/look.ts';
import { clockTime, longDate } from '../clinic/pages/words.ts';
import { bookByCall, clinicDate, doctorNamed, freeSlots, newPerson } from '../clinic/slots.ts';
import { look } from './look.ts';
import { test } from './story.ts';
import { keys, type Tab } from './tab.ts';

const live = (tab: Tab): Promise<void> => tab.sees('[role="status"]', 'Live');

test('the main job: signed in, booked by keys alone, seen live, marked, undone', async ({ tab, desk2, request }) => {
  const { clientId } = desk2;
  const asha = await doctorNamed(request, clientId, people.asha.name);
  const slot = (await freeSlots(request, asha.pocId, clinicDate())).at(-1);
  if (!slot) throw new Error('Dr. Asha Menon has no free time left today.');

  await test.step('signed in', async () => {
    await tab.open('/');
    await tab.click('button', 'Admin');
    await tab.press(keys.tab);
    await tab.choose(sunrise);
    await tab.click('input', 'Email Address');
    await tab.type(people.desk1.email);
    await tab.press(keys.tab);
    await tab.type(password);
    await tab.press(keys.enter);
    await tab.isAt('/admin-dashboard');
    await live(tab);
  });
  const patient = newPerson();
  await test.step('booked by keys alone', async () => {
    await tab.open('/add-new-appointment');
    await tab.focused('input', 'Phone Number');
    await tab.type(patient.phone);
    await tab.press(keys.enter);
    await tab.focused('input', 'Name');
    await tab.type(patient.name);
    await tab.press(keys.tab);
    await tab.type(patient.email);
    await tab.press(keys.tab);
    await tab.type(patient.location);
    await tab.press(keys.enter);
    await tab.focused('[type="radio"], [role="radio"]', 'Direct Consultation');
    await tab.press(keys.enter);
    await tab.press(keys.enter);
    await tab.focused('input', 'Search by name');
    await tab.type(asha.name);
    await tab.sees('[role="option"]', `${asha.name}, ${asha.department}`);
    await tab.press(keys.enter);
    await expect.poll(() => tab.value('select', 'Doctor')).toBe(asha.pocId);
    await tab.press(keys.enter);
    await walkTo(tab, 'date', `${longDate(slot.date)}, `);
    await tab.press(keys.enter);
    await walkTo(tab, 'time', `${clockTime(slot.time)}, `);
    await tab.press(keys.enter);
    await tab.press(keys.enter);
    await tab.sees('h2', 'Is everything correct?');
    await tab.press(keys.enter);
    await tab.sees('h2', `How does ${patient.name} pay?`);
    // The amount comes before the buttons.
    await tab.press(keys.tab);
    await tab.press(keys.tab);
    await tab.press(keys.enter);
    await tab.sees('h2', 'Appointment booked');
  });
  const card = (name: string, status: string) => `article[aria-label*="${name}, ${status}"]`;
  await test.step('marked and undone', async () => {
    await search(tab, patient.name);
    await tab.click(`${card(patient.name, 'Active')} button`, 'Mark as Visited');
    await tab.sees(card(patient.name, 'Visited'));
    await tab.click('button', 'Undo');
    await tab.sees(card(patient.name, 'Active'));
  });
  await test.step("another desk's booking is seen live", async () => {
    const otherPatient = newPerson();
    await search(tab, otherPatient.name);
    await tab.expectNone('article');
    await bookByCall(request, clientId, asha.pocId, slot, otherPatient);
    await tab.sees(card(otherPatient.name, 'Active'));
  });
});

test('a screen on the wall is paired, shows a call at once, and says when it is cut off', async ({
  tab,
  desk2,
  request,
  line,
}) => {
  const { clientId } = desk2;
  const doctor = await doctorOnDuty(request, clientId, { name: 'Wall Browser', email: 'wall.browser@sunrise.example' });
  const added = await ask(request, 'addDisplay', { clientId, name: 'Hall', pocIds: [doctor.pocId] });
  await tab.open(added.link);
  await tab.click('button', 'Pair');
  await tab.isAt('/wall');
  await tab.sees('th', doctor.name);
  await ask(request, 'callPatient', { pocId: doctor.pocId, next: 1 });
  await seesToken(tab, 'tr.called .token');
  line.refuse();
  await expect.poll(() => tab.count('.old', 'As of'), { timeout: 180_000 }).toBe(1);
  line.resume();
  await tab.sees('.fresh', 'Live');
  await seesToken(tab, '.token');
});

/** Waits for the first token with its doctor's letter. */
const seesToken = (tab: Tab, selector: string): Promise<void> =>
  expect
    .poll(() => tab.engine.run((of) => document.querySelector(of)?.textContent ?? '', selector))
    .toMatch(/^[A-Z]+\s1$/);

async function search(tab: Tab, name: string): Promise<void> {
  await tab.open('/admin-todays-appointments');
  await live(tab);
  await tab.click('input', 'Search by name or phone');
  await tab.type(name);
}

/** Moves the focus along a row of choices by arrow key. */
async function walkTo(tab: Tab, field: string, name: string): Promise<void> {
  const choices = `[data-field="${field}"] [role="radio"]`;
  await tab.focused(choices);
  await tab.sees(choices, name);
  const isThere = () => tab.count(`:is(${choices}):focus`, name);
  for (let left = await tab.count(choices); left > 0 && !(await isThere()); left -= 1) await tab.press(keys.right);
  await tab.focused(choices, name);
}

/** The token and the doctor of a link. */
const of = '00000000-0000-4000-8000-000000000000';
const pagesOf: Readonly<Record<'nobody' | 'desk1' | 'asha' | 'auditor', readonly string[]>> = {
  nobody: [
    '/',
    '/signup',
    '/create-password',
    '/forgot-password',
    `/reset-password/${of}/${of}`,
    `/verify-email/${of}/${of}`,
    `/sign-in-link/${of}/${of}`,
    `/sign-in/${of}/callback`,
    `/invitation/${of}/${of}`,
    `/confirm-email/${of}/${of}`,
    `/no-messages/${of}/${of}`,
    `/your-visit/${of}/${of}`,
    '/home',
    '/chatbot',
    '/privacy-policy',
    '/terms-of-service',
    '/logout',
    '/wall',
  ],
  desk1: [
    '/admin-dashboard',
    '/admin-todays-appointments',
    '/appointment-details-admin',
    '/add-new-appointment',
    '/update-availability',
    '/view-poc',
    '/doctors',
    '/departments',
    '/users',
    '/patient/new',
    '/patient/duplicates',
    '/queue',
    '/day-list',
    '/calls',
    '/leave',
    '/day-close',
    '/calendar',
    '/import',
    '/settings',
    '/settings/hospital',
    '/settings/branches',
    '/settings/departments',
    '/settings/doctors',
    '/settings/displays',
    '/settings/people',
    '/settings/connections',
    '/settings/retention',
    '/chatbot-try',
    '/conversations',
    '/waiting-list',
    '/account',
    '/add-poc',
    '/there-is-no-such-page',
  ],
  asha: [
    '/poc-dashboard',
    '/todays-appointments',
    '/appointment-details',
    '/view-appointments',
    '/update-availability-poc',
    '/update-schedule',
    '/poc-user-profile',
    '/meet-link',
    '/fees',
  ],
  auditor: ['/audit', '/audit/appointments', '/audit/replay', '/audit/report'],
};

test('every page is whole on both screens, without a complaint in the console', async ({
  tab,
  signIn,
  engine,
  desk2,
  request,
}) => {
  const [row] = await ask(request, 'listTodaysAppointmentsOfClient', { clientId: desk2.clientId });
  const story = `/audit/appointments/${row?.AppointmentId}`;
  const toured = {
    ...pagesOf,
    desk1: [...pagesOf.desk1, `/slip/${row?.AppointmentId}`],
    auditor: [...pagesOf.auditor, story, `/patient/${row?.User_ID}`],
  };
  const all = Object.values(toured).flat();
  const patterns = Object.values(paths).map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));
  expect(patterns.filter((pattern) => !all.some((path) => pattern.test(path)))).toEqual([]);
  const { desktop, phone } = screens;
  for (const [person, own] of Object.entries(toured)) {
    // Cast is safe: these are the table's keys.
    await signIn(person as keyof typeof pagesOf);
    engine.faults?.();
    for (const [index, path] of own.entries()) {
      await tab.open(path);
      // The previous path ended at the first of these sizes.
      for (const size of index % 2 === 0 ? [desktop, phone] : [phone, desktop]) {
        await engine.resize(size);
        await expectLayout(tab, path);
      }
      expect.soft(engine.faults?.() ?? [], path).toEqual([]);
    }
    await engine.resize(desktop);
  }
});

const expectLayout = ({ engine }: Tab, path: string): Promise<void> =>
  expect.soft.poll(() => engine.run(look), path).toEqual([]);

test('Back after a sign-out in another document shows nobody', async ({ tab, signIn, engineName }) => {
  const { engine } = tab;
  await signIn('desk1');
  await tab.open('/users');
  await tab.sees('td');
  // In the page that the browser may keep in its back/forward cache: counts the frames in which its table is visible
  // again.
  await engine.run(() => {
    const count = (name: string) => localStorage.setItem(name, String(Number(localStorage.getItem(name)) + 1));
    const frame = (): void => {
      if (document.querySelector('td')?.checkVisibility({ visibilityProperty: true })) count('story.frames');
      requestAnimationFrame(frame);
    };
    addEventListener('pageshow', frame);
    addEventListener('pagehide', ({ persisted }) => persisted && count('story.kept'));
  });
  await tab.open('/logout');
  await tab.click('button', 'Sign Out');
  await tab.focused('button', 'Yes, Sign Out');
  await tab.press(keys.enter);
  await tab.isAt('/');
  await engine.run(() => void Object.assign(window, { isLeft: true }));
  await engine.back();
  await expect.poll(() => engine.run(() => 'isLeft' in window)).toBe(false);
  await tab.sees('h1', 'Welcome Back');
  const [kept, frames] = await engine.run(() =>
    ['story.kept', 'story.frames'].map((name) => localStorage.getItem(name)),
  );
  expect(frames).toBeNull();
  if (engineName === 'WebKit') expect(kept, 'WebKit keeps such a page').not.toBeNull();
});

test('a click while the line is lost goes there once it is back, and live updates go on', async ({
  tab,
  line,
  signIn,
}) => {
  const { engine } = tab;
  await signIn('desk1');
  const isLoaded = () =>
    engine.run(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/departments-page-')));
  do {
    line.resume();
    await tab.open('/admin-dashboard');
    await live(tab);
    line.refuse();
  } while (await isLoaded());
  await tab.click('nav a', 'Departments');
  await tab.sees('[role="status"]', 'Reconnecting');
  line.resume();
  await tab.sees('h1', 'Departments');
  await tab.isAt('/departments');
  await tab.sees('td');
  await live(tab);
  await tab.open('/departments');
  await tab.sees('td');
});

/** The number of sheets of a PDF, as recorded in one of its compressed object streams. */
function sheetsOf(pdf: Buffer): number {
  const lists = pdf.toString('latin1').matchAll(/\/ObjStm.*?stream\r?\n(.*?)endstream/gs);
  const objects = [...lists].map(([, list = '']) => inflateSync(Buffer.from(list, 'latin1')).toString('latin1'));
  return Number(/\/Type \/Pages[^>]*\/Count (\d+)/.exec(objects.join('\n'))?.[1]);
}

test('a whole day is on paper', async ({ tab, signIn, engine, desk2, request }) => {
  const { length } = await ask(request, 'listTodaysAppointmentsOfClient', { clientId: desk2.clientId });
  await signIn('desk1');
  await tab.open('/admin-todays-appointments');
  await tab.sees('article');
  const sheets = sheetsOf((await engine.print?.()) ?? Buffer.of());
  // One screen page fits on one sheet; a sheet has room for 23.
  expect(sheets).toBeGreaterThanOrEqual(Math.floor(length / 30));
});

test('a slip of one sheet is on paper', async ({ tab, signIn, engine, desk2, request }) => {
  const [row] = await ask(request, 'listTodaysAppointmentsOfClient', { clientId: desk2.clientId });
  await signIn('desk1');
  await tab.open(`/slip/${row?.AppointmentId}`);
  await tab.sees('.sheet');
  expect(sheetsOf((await engine.print?.()) ?? Buffer.of())).toBe(1);
});

test('From and To can be typed part by part', async ({ tab, signIn, engine, engineName }) => {
  await signIn('desk1');
  await tab.open('/appointment-details-admin');
  await tab.sees('input', 'From');
  await engine.run(() => document.querySelector<HTMLElement>('[aria-label="From"]')?.focus());
  if (engineName === 'Firefox') {
    await tab.type('11262026');
    await tab.isAt('/appointment-details-admin?from=2026-11-26');
    expect(await tab.value('input', 'From')).toBe('2026-11-26');
  } else {
    // Digits typed by the driver don't reach the parts of WebKitGTK's field; arrow keys do. An incomplete year stays.
    await tab.type([keys.up, keys.right, keys.up, keys.right, keys.up, keys.up].join(''));
    await expect.poll(() => tab.value('input', 'From')).toBe('0002-01-01');
    await tab.isAt('/appointment-details-admin');
  }
});

test('fees with a comma are refused as an amount, not as missing', async ({ tab, signIn }) => {
  await signIn('asha');
  await tab.open('/fees');
  await tab.click('input[type="number"]');
  await tab.type('1,250.50');
  await tab.press(keys.enter);
  await tab.sees('p', 'Please enter a valid fee amount.');
});

test('text twice as large cuts nothing on a phone', async ({ tab, signIn, engine }) => {
  await signIn('asha');
  await engine.resize({ width: 390, height: 844 });
  for (const [path, shown] of [
    ['/update-schedule', 'input'],
    ['/todays-appointments', 'article'],
    ['/poc-dashboard', 'main a'],
  ] as const) {
    await tab.open(path);
    await tab.sees(shown);
    await engine.run(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectLayout(tab, path);
    await expect.soft.poll(() => engine.run(findOverflows), path).toEqual([]);
  }
});

test('an iPhone gets an icon, and no links of digits', async ({ tab, engine }) => {
  await tab.open('/');
  const [icon, detection] = await engine.run(async () => [
    (await fetch(document.querySelector<HTMLLinkElement>('[rel="apple-touch-icon"]')?.href ?? '')).headers.get(
      'content-type',
    ),
    document.querySelector<HTMLMetaElement>('[name="format-detection"]')?.content,
  ]);
  expect(icon).toBe('image/png');
  expect(detection).toBe('telephone=no');
});
