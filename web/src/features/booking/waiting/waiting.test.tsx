import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { answer } from '../../../shared/testing/server.ts';
import { answerAll, asha, openAt, patientId, position } from '../wizard.fixture.tsx';

/** "The wizard on a full day offers the waiting list." */
test('where no time suits, the patient is saved and added to the waiting list', async () => {
  const { booked } = answerAll();
  answer('saveUser', { success: true, message: 'Saved.', position, userId: patientId });
  const { user, container } = await openAt(5);
  await user.click(await screen.findByRole('radio', { name: /^Wednesday, November 25/ }));
  await user.click(screen.getByRole('button', { name: 'No suitable time? Add to waiting list…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Add to Waiting List/ });
  expect(await axe(container)).toHaveNoViolations();
  await user.click(within(dialog).getByRole('button', { name: 'Certain hours' }));
  const start = within(dialog).getByLabelText('From');
  await user.clear(start);
  expect(within(dialog).getByText('The end must be after the start.')).toBeVisible();
  await user.type(start, '09:00');
  await user.type(within(dialog).getByRole('textbox', { name: /^Note/ }), 'After dialysis');
  const joined = answer('joinWaitingList', { success: true, message: 'Added.', position, waitingId: patientId });
  await user.dblClick(within(dialog).getByRole('button', { name: 'Add to Waiting List' }));
  await waitFor(() => expect(joined).toHaveLength(1));
  expect(joined[0]?.body).toMatchObject({
    ...{ userId: patientId, pocId: asha.POC_ID, from: '2099-11-25', to: '2099-11-25' },
    ...{ times: { from: '09:00', to: '12:00' }, note: 'After dialysis' },
  });
  expect(booked).toEqual([]);
  // The wizard begins anew.
  expect(await screen.findByRole('textbox', { name: /phone/i })).toBeVisible();
});
