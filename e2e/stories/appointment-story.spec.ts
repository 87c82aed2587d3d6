import { ask } from '../clinic/http-calls.ts';
import { bookByCall, doctorNamed, laterSlots, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('a story has the fee and link of the booking, its channel and its events, and prints on one page', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const doctor = await arrive('asha');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const { pocId } = await doctorNamed(request, clientId, 'Dr. Asha Menon');
  const setFees = (fees: string) => ask(doctor.context.request, 'updateConsultationFees', { pocId, fees });
  const before = (await ask(doctor.context.request, 'getConsultationFees', { pocId })).fees ?? '0.00';
  await setFees('432.10');
  const [slot] = await laterSlots(request, pocId, (slots) => slots.length > 0);
  if (!slot) throw new Error('Nothing is free.');
  const patient = newPerson();
  const appointmentId = await bookByCall(request, clientId, pocId, slot, patient);
  await setFees('999.99');

  const page = await (await arrive('auditor')).open(`/audit/appointments/${appointmentId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(patient.name);
  const then = page.getByRole('region', { name: 'At the time of booking' });
  await expect(then).toContainText('₹432.10');
  await expect(then).toContainText('meet.google.com');
  await expect(then).toContainText(/\d+ min · capacity \d+/);
  await expect(page.getByText('999.99')).toHaveCount(0);
  const booked = page.getByRole('listitem').filter({ hasText: 'Booked for' });
  await expect(booked).toContainText('Front Desk 1, admin · Web · booking wizard');
  await booked.getByText('Technical detail').click();
  const json = booked.getByRole('region', { name: /^JSON of Booked/ });
  const event = JSON.parse((await json.textContent()) ?? '');
  expect(event).toMatchObject({ type: 'AppointmentBooked', data: { appointmentId }, metadata: { channel: 'web' } });

  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(json).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByText(/^Sunrise .* · As recorded up to .*, clinic time/)).toBeVisible();
  await setFees(before);
});
