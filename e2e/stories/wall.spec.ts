import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { Page } from '@playwright/test';
import { doctorOnDuty } from '../clinic/doctors.ts';
import { ask } from '../clinic/http-calls.ts';
import { inspect } from '../clinic/look.ts';
import { answer } from '../clinic/pages/question.ts';
import { clickedAt, seenAt } from '../clinic/seen.ts';
import { expect, test } from '../clinic/story.ts';

/** Pairs a browser by a display's link, as a person in front of the screen does. */
async function pair(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: /^Pair/ }).click();
  await expect(page.getByRole('table')).toBeVisible();
  expect(new URL(page.url())).toMatchObject({ pathname: '/wall', hash: '' });
}

test('a screen is paired in the settings, shows whom the desk calls, and goes blank when it is revoked', async ({
  arrive,
  page,
}) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const of = { name: 'Wall Story', email: 'wall.story@sunrise.example', waiting: 3 };
  const { patients, ...doctor } = await doctorOnDuty(request, clientId, of);
  const settings = await desk.open('/settings/displays');
  await settings.getByRole('button', { name: 'Add Display' }).click();
  const adding = settings.getByRole('dialog', { name: 'Add Display' });
  await adding.getByRole('textbox', { name: 'Name' }).fill('Story Hall');
  await adding.getByRole('combobox', { name: 'Doctors' }).fill(doctor.name);
  await settings.getByRole('option', { name: new RegExp(doctor.name) }).click();
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  const shown = settings.getByRole('dialog', { name: 'Link for Story Hall' });
  await expect(shown.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await inspect(settings, 'display-link');
  const link = await shown.getByRole('textbox', { name: 'Link' }).inputValue();
  await shown.getByRole('button', { name: 'Close' }).click();
  const own = settings.getByRole('listitem').filter({ hasText: 'Story Hall' });
  await expect(own).toContainText('Not paired');

  await pair(page, link);
  await expect(own).toContainText('Paired since');
  const row = page.getByRole('row', { name: doctor.name });
  await expect(row.getByRole('cell')).toHaveText([/^Here until/, /^\D+ 1\D+ 2\D+ 3$/]);
  const [letter = ''] = await row.locator('.next i').allInnerTexts();

  await test.step('"call next: from the click to the wall"', async () => {
    const queue = await desk.open('/queue');
    await queue.getByRole('searchbox').fill(patients[0] ?? '');
    const next = queue
      .getByRole('region', { name: doctor.name })
      .getByRole('button', { name: `Call Next ${letter} 1` });
    await expect(next).toBeVisible();
    const called = clickedAt(queue);
    const seen = seenAt([{ page, selector: 'tr.called .token', lines: ['1'] }]);
    await next.click();
    const [at = 0] = await seen;
    test.info().annotations.push({ type: 'call to wall', description: `${at - (await called)} ms` });
    await expect(row.getByRole('cell')).toHaveText([`${letter} 1`, '–', `${letter} 2${letter} 3`]);
    await expect(page.getByText('Now called')).toBeVisible();
    await queue.close();
  });
  await inspect(page, 'wall');
  const text = await page.locator('body').innerText();
  for (const name of patients) expect(text).not.toContain(name);

  await own.getByRole('button', { name: 'Revoke Story Hall' }).click();
  const revoked = clickedAt(settings);
  const blank = seenAt([{ page, selector: 'h1', lines: ['This screen is no longer connected'] }]);
  await answer(settings.getByRole('alertdialog'), 'Revoke');
  const [at = 0] = await blank;
  test.info().annotations.push({ type: 'revoked to blank', description: `${at - (await revoked)} ms` });
  await expect(page.getByText(doctor.name)).toHaveCount(0);
  await inspect(page, 'wall-revoked');
  await expect(own).toHaveCount(0);

  await test.step('the same screen is paired again by the code that it shows', async () => {
    await ask(request, 'addDisplay', { clientId, name: 'Code Hall', pocIds: [doctor.pocId] });
    await settings.reload();
    const code = await page.getByRole('status', { name: /^Code/ }).innerText();
    await settings.getByRole('button', { name: 'Enter Code for Code Hall' }).click();
    const dialog = settings.getByRole('dialog', { name: 'Screen for Code Hall' });
    await dialog.getByRole('textbox', { name: 'Code on the screen' }).fill(code);
    await inspect(settings, 'display-code');
    await dialog.getByRole('button', { name: 'Pair' }).click();
    await expect(page.getByRole('row', { name: doctor.name })).toBeVisible();
    await expect(page.getByText('Code Hall')).toBeVisible();
  });
});

const second = 1_000;
const minute = 60 * second;

/** The screen's text, and the age of the last response by its clock. */
const look = (page: Page) =>
  page.evaluate(() => ({
    saysSo: document.querySelector('.stale') !== null,
    tokens: [...document.querySelectorAll('.token')].map((cell) => cell.textContent ?? ''),
    age: Date.now() - Object(window).answeredAt,
  }));

test('a wall through half an hour of cuts, two restarts and a midnight never shows an old token without saying so', async ({
  arrive,
  clinic,
  page,
  context,
}) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { clientId, zone } = desk.user;
  const of = { name: 'Wall Trial', email: 'wall.trial@sunrise.example', waiting: 7 };
  const { pocId } = await doctorOnDuty(request, clientId, of);
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (...args) => {
      const answer = await fetch(...args);
      if (answer.ok && String(args[0]).includes('/displays/board')) Object.assign(window, { answeredAt: Date.now() });
      return answer;
    };
  });
  await page.clock.install();
  const added = await ask(request, 'addDisplay', { clientId, name: 'Trial Hall', pocIds: [pocId] });
  await pair(page, added.link);
  const fresh = page.locator('.fresh');
  let called = 0;
  const callNext = async () => {
    called += 1;
    await ask(request, 'callPatient', { pocId, next: called });
  };
  const isUpToDate = async () => {
    await expect(fresh).toBeVisible();
    await expect(page.locator('.token')).toHaveText(new RegExp(`^\\D+ ${called}$`));
  };
  /**
   * An old token is shown as old; the screen's next tick is at most a second away. While its clock stands, the browser
   * may still have to draw.
   */
  const isHonest = () =>
    expect(async () => {
      const { saysSo, age, tokens } = await look(page);
      expect({ saysSo, age, tokens }).toMatchObject({ saysSo: age > 31 * second || saysSo });
    }).toPass();
  /** The screen's clock advances in small steps. */
  const pass = async (time: number) => {
    for (let passed = 0; passed < time; passed += 10 * second) {
      await page.clock.runFor(10 * second);
      await isHonest();
    }
  };
  await callNext();
  await isUpToDate();
  await pass(minute);

  const cuts: Readonly<Record<string, readonly [cut: () => Promise<unknown>, mend: () => Promise<unknown>]>> = {
    'the network is away': [() => context.setOffline(true), () => context.setOffline(false)],
    // A dead connection that reports no error.
    'nothing is answered': [
      () => page.route('**/api/displays/board', () => new Promise(() => undefined)),
      () => page.unrouteAll({ behavior: 'ignoreErrors' }),
    ],
    'the network is away again': [() => context.setOffline(true), () => context.setOffline(false)],
    'the product is restarted': [() => clinic.stop(), () => clinic.startAgain()],
    'and restarted again': [() => clinic.stop(), () => clinic.startAgain()],
  };
  for (const [name, [cut, mend]] of Object.entries(cuts)) {
    await test.step(name, async () => {
      const isStopped = name.includes('restarted');
      await cut();
      if (!isStopped) await callNext();
      await pass(40 * second);
      await page.clock.fastForward(5 * minute);
      await isHonest();
      await expect(page.getByRole('alert')).toContainText('As of');
      await expect(page.getByRole('alert')).toContainText('Please ask at the desk');
      await expect(page.locator('.called')).toHaveCount(0);
      await mend();
      await expect(async () => {
        await page.clock.runFor(3 * second);
        await expect(fresh).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await isUpToDate();
      await pass(20 * second);
    });
  }

  await test.step('midnight without network: the tokens of the day are over', async () => {
    await context.setOffline(true);
    await pass(40 * second);
    await inspect(page, 'wall-stale');
    const { time } = clinicNow(Date.now(), zone);
    const msToMidnight = (24 * 60 - minutesOf(time)) * minute;
    await page.clock.fastForward(msToMidnight + minute);
    await expect(page.getByRole('alert')).toContainText('That day has passed');
    await expect(page.locator('.token')).toHaveText('–');
    await expect(page.locator('.next')).toHaveText('–');
    await inspect(page, 'wall-day-over');
    await context.setOffline(false);
    await page.clock.runFor(10 * second);
    await isUpToDate();
  });
});
