import type { Page } from '@playwright/test';
import { inspect } from '../clinic/look.ts';
import { expect, test } from '../clinic/story.ts';

/** The chatbot's last message. */
const last = (page: Page) =>
  page
    .getByRole('region', { name: "Rohan's phone" })
    .getByRole('list', { name: 'Message' })
    .getByRole('listitem')
    .last();

test('somebody books by chat, the board beside it moves, and the story of the visit has the channel WhatsApp', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const page = await desk.open('/chatbot-try');
  const phone = page.getByRole('region', { name: "Rohan's phone" });
  const tap = (name: string | RegExp) => phone.getByRole('button', { name }).last().click();
  await test.step('opened: the phone is empty, and the board waits for a doctor', async () => {
    await expect(phone).toContainText('Write “Hi” to begin.');
    await expect(page.getByText('The doctor’s day shows here once the talk is about one.')).toBeVisible();
  });
  await test.step('“Hi” by keyboard: the chatbot asks for the language', async () => {
    await phone.getByRole('textbox', { name: 'Message' }).fill('Hi');
    await page.keyboard.press('Enter');
    await expect(last(page)).toContainText('Which language do you prefer?');
  });
  await test.step('“English”: it knows Rohan, and offers the last doctor; the board shows that doctor’s day', async () => {
    await tap('English');
    await expect(last(page)).toContainText(/Hello Rohan\. A visit with Dr\. .* again\?/);
    await expect(page.getByRole('region', { name: /^Dr\. / })).toBeVisible();
  });
  await test.step('“Yes”: a list of free times', async () => {
    await tap('Yes');
    await expect(last(page)).toContainText(/Free times of Dr\. /);
  });
  await test.step('a time: it is kept for 5 minutes', async () => {
    await tap('Choose');
    await tap(/[AP]M$/);
    await expect(last(page)).toContainText('Kept for 5 minutes: ');
    await expect(page.getByText(/held until/)).toBeVisible();
  });
  await test.step('“Confirm”: the board shows the visit', async () => {
    await tap('Confirm');
    await expect(page.getByRole('article').filter({ hasText: 'by WhatsApp, just now' })).toContainText(
      'Rohan Kulkarni',
    );
  });
  await test.step('the reply “Booked” is on the phone', async () => {
    await expect(last(page)).toContainText('Booked: ');
    await expect(page.getByText(/^Booked, position \d+$/)).toBeVisible();
  });
  await inspect(page, 'chatbot-try-booked');
  await test.step('the story of the visit has the channel WhatsApp', async () => {
    await page
      .getByRole('article')
      .filter({ hasText: 'by WhatsApp, just now' })
      .getByRole('link', { name: 'History' })
      .click();
    await expect(page.getByText(/WhatsApp chatbot, .* · WhatsApp/).first()).toBeVisible();
  });
});

test('a patient asks for a person, the desk answers on its page and hands back, and the chatbot answers again', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const page = await desk.open('/chatbot-try?person=family');
  const phone = page.getByRole('region', { name: 'The phone' });
  const say = async (words: string) => {
    await phone.getByRole('textbox', { name: 'Message' }).fill(words);
    await page.keyboard.press('Enter');
  };
  const onPhone = (words: string | RegExp) => phone.getByRole('listitem').filter({ hasText: words });
  const counter = await desk.open('/conversations');
  await test.step('nobody waits', async () => {
    await expect(counter.getByText('No conversation waits for the desk')).toBeVisible();
  });
  await test.step('the patient asks for a person, and writes', async () => {
    await say('desk');
    await expect(onPhone('Handed over to the desk')).toBeVisible();
    await say('Is there a ramp?');
  });
  const talk = counter.getByRole('region', { name: /^Conversation with / });
  await test.step('the desk reads it', async () => {
    await expect(talk.getByText('Is there a ramp?')).toBeVisible();
    await expect(counter.getByRole('heading', { name: 'Waiting 1' })).toBeVisible();
    await expect(counter.getByRole('link', { name: 'Conversations, 1' })).toBeVisible();
  });
  await test.step('its reply arrives on the phone', async () => {
    await talk.getByRole('textbox', { name: 'Reply' }).fill('Yes, at the east entrance.');
    await talk.getByRole('button', { name: 'Send' }).click();
    await expect(onPhone('Yes, at the east entrance.')).toBeVisible();
    await expect(talk.getByText('not sent yet')).toHaveCount(0);
    await expect(counter.getByRole('heading', { name: 'Answered 1' })).toBeVisible();
  });
  await inspect(counter, 'conversations-answered');
  await test.step('handed back, the chatbot answers again', async () => {
    await talk.getByRole('button', { name: 'Hand Back to Chatbot' }).click();
    await expect(talk.getByText('The chatbot answers this conversation again.')).toBeVisible();
    await say('Hi');
    await expect(onPhone(/Which language|Hello/)).toBeVisible();
    await expect(talk.getByRole('listitem').filter({ hasText: /Hi$/ })).toBeVisible();
    await expect(counter.getByRole('link', { name: 'Conversations', exact: true })).toBeVisible();
  });
});
