import { expectSentence, whileChanged, whileFailing } from '../clinic/failing.ts';
import { AvailabilityPage } from '../clinic/pages/availability.ts';
import { answer } from '../clinic/pages/question.ts';
import { clockTime, longDate } from '../clinic/pages/words.ts';
import { doctorWithSlot, laterSlots } from '../clinic/slots.ts';
import { expect, meet, test } from '../clinic/story.ts';

// What the pages of availability show when a call fails.

test("an admin reads what fails of a doctor's availability, and carries on when it is back", async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { doctor, slot } = await doctorWithSlot(request, desk.user.clientId, 'Dr. Sameer Khan', 4);
  const page = await desk.context.newPage();
  const availability = new AvailabilityPage(page);
  await whileFailing(page, 'listDepartments', 'lost', async () => {
    await page.goto('/update-availability');
    await expectSentence(page, 'Error fetching departments.');
  });
  await availability.update();
  await expectSentence(page, 'Please select a doctor and date.');
  await whileFailing(page, 'listDoctorsOfDepartment', 'answered', async () => {
    await page.goto(`/update-availability?department=${doctor.departmentId}`);
    await expectSentence(page, 'Failed to load POCs. Please try again later.');
  });
  const own = `/update-availability?department=${doctor.departmentId}&doctor=${doctor.pocId}`;
  await whileFailing(page, 'listDatesWithAvailability', 'answered', async () => {
    await page.goto(own);
    await expectSentence(page, 'Error fetching available dates.');
  });
  await page.goto(own);
  const date = longDate(slot.date);
  await availability.laterUntil(date);
  await availability.day(date).click();
  await whileFailing(page, 'listTimesWithAvailability', 'answered', async () => {
    await page.getByRole('button', { name: 'Partial Availability' }).click();
    await expectSentence(page, 'Error fetching timings.');
  });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(availability.time(clockTime(slot.time))).toBeVisible();
  await availability.update();
  await expectSentence(page, 'Please select at least one timing slot.');
  await availability.time(clockTime(slot.time)).click();
  await whileFailing(page, 'blockSlots', 'answered', async () => {
    await availability.update();
    await answer(page.getByRole('alertdialog'), 'Block 1 Slot');
    await expectSentence(page, 'Error updating availability.');
  });
  await availability.update();
  await answer(page.getByRole('alertdialog'), 'Block 1 Slot');
  await expectSentence(page, "Doctor's availability has been updated successfully.");

  // A click on a blocked slot asks for confirmation, then unblocks it.
  await availability.day(`${date}, Partial`).click();
  await page.getByRole('button', { name: 'Partial Availability' }).click();
  const blocked = availability.time(clockTime(slot.time));
  const unblockTime = page.getByRole('alertdialog', { name: 'Unblock Time Slot' });
  await whileFailing(page, 'unblockSlot', 'answered', async () => {
    await blocked.click();
    await answer(unblockTime, 'Unblock');
    await expectSentence(page, 'Error unblocking time slot.');
  });
  await blocked.click();
  await answer(unblockTime, 'Unblock');
  await expectSentence(page, 'Time slot unblocked successfully.');
  await expect(availability.day(`${date}, Available`)).toBeVisible();
  meet('a blocked slot is unblocked by a click');

  // A whole date, without a reason.
  await page.getByRole('button', { name: 'Full Availability' }).click();
  await availability.update();
  await answer(page.getByRole('alertdialog'), 'Block Date');
  const blockedDay = availability.day(`${date}, Blocked`);
  await expect(blockedDay).toBeVisible();
  meet('date states');
  await page.getByRole('tab', { name: /Blocked Slots/ }).click();
  await availability.openBlocked(slot.date);
  await expectSentence(page, 'No reason provided');
  await expectSentence(page, 'All Day');
  await page.getByRole('tab', { name: 'Update Slots' }).click();
  const unblockDate = page.getByRole('alertdialog', { name: 'Unblock Date' });
  await whileFailing(page, 'unblockSlot', 'answered', async () => {
    await blockedDay.click();
    await answer(unblockDate, 'Unblock');
    await expectSentence(page, 'Error unblocking slot.');
  });
  await blockedDay.click();
  await answer(unblockDate, 'Unblock');
  await expect(availability.day(`${date}, Available`)).toBeVisible();
  meet('a blocked date is unblocked by a click');
});

test('a doctor reads what fails of the own availability', async ({ arrive }) => {
  const desk = await arrive('asha');
  const pocId = desk.user.pocId ?? '';
  const slots = await laterSlots(desk.context.request, pocId, (found) => found.length > 3);
  const [slot, next] = slots;
  if (!(slot && next)) throw new Error('Nothing is free.');
  const page = await desk.context.newPage();
  const availability = new AvailabilityPage(page);
  await whileFailing(page, 'listDatesWithAvailability', 'answered', async () => {
    await page.goto('/update-availability-poc');
    await expectSentence(page, 'Error fetching available dates');
  });
  await page.goto('/update-availability-poc');
  const date = longDate(slot.date);
  await availability.laterUntil(date);
  await availability.update();
  await expectSentence(page, 'Please select a date first.');
  await availability.day(date).click();
  await whileFailing(page, 'listTimesWithAvailability', 'answered', async () => {
    await page.getByRole('button', { name: 'Partial Availability' }).click();
    await expectSentence(page, 'Error fetching time slots');
  });
  await whileFailing(page, 'listTimesWithAvailability', 'nothing', async () => {
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectSentence(page, 'No time slots found');
  });
  await page.reload();
  await availability.laterUntil(date);
  await availability.day(date).click();
  await page.getByRole('button', { name: 'Partial Availability' }).click();
  await expectSentence(page, "Please select at least one time slot or choose 'Full' availability.");
  const update = page.getByRole('button', { name: 'Update Availability', exact: true });
  await expect(update).toBeDisabled();
  meet('update is disabled without slots');
  const [first, second] = [availability.time(clockTime(slot.time)), availability.time(clockTime(next.time))];
  await first.click();
  await second.click();
  await expect(first).toBeChecked();
  await second.click();
  await expect(second).not.toBeChecked();
  meet('a date is selected, slots toggle');
  await page.getByRole('button', { name: 'Full Availability' }).click();
  await page.getByRole('button', { name: 'Partial Availability' }).click();
  await expect(first).not.toBeChecked();
  meet('partial clears the times');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('rows', '3');
  meet('a reason has three rows');
  // The later one is chosen first: the list is sorted by time all the same.
  await second.click();
  await first.click();
  await update.click();
  const question = page.getByRole('alertdialog', { name: /^Block 2 slots/ });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeVisible();
  meet('the question has a title, a message and two actions');
  await question.getByRole('button', { name: 'Block 2 Slots' }).click();
  await expectSentence(page, 'Availability updated successfully!');
  await page.getByRole('tab', { name: /Blocked Slots/ }).click();
  await availability.openBlocked(slot.date);
  const unblock = page.getByRole('button', { name: /^Unblock \d/ });
  await expect(unblock).toHaveCount(2);
  const names = await unblock.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(names).toEqual([slot, next].map(({ time }) => `Unblock ${clockTime(time)}`));
  meet('only blocked dates are listed, by start time');
  const list = page.getByRole('list').filter({ has: unblock.first() }).last();
  const heights = await list.getByRole('listitem').evaluateAll((items) => items.map((item) => item.clientHeight));
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(59);
  expect(await list.evaluate((element) => getComputedStyle(element).animationName)).not.toBe('');
  meet('60 px a slot');

  // A request from a page of another version: the server names the missing field.
  const slotQuestion = page.getByRole('alertdialog', { name: 'Unblock Time Slot' });
  await whileChanged(
    page,
    'unblockSlotById',
    (sent) => ({ ...sent, slotId: 'none' }),
    async () => {
      await unblock.first().click();
      await answer(slotQuestion, 'Unblock');
      await expectSentence(page, 'Invalid slot ID.');
    },
  );
  for (const left of [1, 0]) {
    await unblock.first().click();
    await answer(slotQuestion, 'Unblock');
    await expect(unblock).toHaveCount(left);
  }
  await page.getByRole('tab', { name: 'Update Availability' }).click();
  await availability.laterUntil(date);
  await availability.day(date).click();
  await update.click();
  await answer(page.getByRole('alertdialog'), 'Block Date');
  await expect(availability.day(`${date}, Blocked`)).toBeVisible();
  await page.getByRole('tab', { name: /Blocked Slots/ }).click();
  await availability.openBlocked(slot.date);
  await expectSentence(page, 'All Day');
  await page.getByRole('tab', { name: 'Update Availability' }).click();
  await availability.laterUntil(date);
  await whileChanged(
    page,
    'unblockSlot',
    ({ pocId }) => ({ pocId }),
    async () => {
      await availability.day(`${date}, Blocked`).click();
      await answer(page.getByRole('alertdialog', { name: 'Unblock Date' }), 'Unblock');
      await expectSentence(page, 'Missing required information for unblocking');
    },
  );
  await availability.day(`${date}, Blocked`).click();
  await answer(page.getByRole('alertdialog', { name: 'Unblock Date' }), 'Unblock');
  await expect(availability.day(`${date}, Available`)).toBeVisible();
});
