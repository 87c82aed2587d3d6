import { answer } from '../../../shared/testing/server.ts';
import { emptyFields } from '../rules.ts';
import { answerAll, asha, bookedId, cardiology } from '../wizard.fixture.tsx';
import { book } from './book.ts';
import { changeDraft, clearDraft, draftId, readDraft } from './draft.ts';

const accountId = 'desk';
const booking = {
  ...emptyFields,
  countryCode: '91',
  phone: '9845012345',
  name: 'Rohan Kulkarni',
  email: 'rohan@mail.example',
  location: 'Pune',
  departmentId: cardiology.departmentId,
  type: 'Direct Consultation',
  pocId: asha.POC_ID,
  date: '2099-11-25',
  time: '09:00',
} as const;
const send = () =>
  book({
    accountId,
    clientId: asha.Client_ID,
    booking,
    payment: 'Paid',
    paid: {},
    visit: null,
    patientClass: '',
    beyond: null,
    target: {},
    draft: draftId(),
  });

test('one intent has its keys in its draft, and a retry sends the same', async () => {
  const { saved, booked } = answerAll();
  changeDraft(accountId, { step: 7 });
  expect(await send()).toBe(bookedId);
  expect(await send()).toBe(bookedId);
  const keyOf = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Key');
  expect(new Set(saved.map(keyOf)).size).toBe(1);
  expect(new Set(booked.map(keyOf)).size).toBe(1);
});

test('a draft that was left while it is sent leaves nothing of the patient, and does not touch the next', async () => {
  const { booked } = answerAll();
  changeDraft(accountId, { step: 7 });
  answer('saveUser', () => {
    clearDraft();
    return { success: true, message: 'Saved.', position: '0000000000000042', userId: asha.POC_ID };
  });
  await send();
  expect(booked).toHaveLength(1);
  expect(sessionStorage.getItem('dayline.bookingDraft')).toBeNull();

  changeDraft(accountId, { step: 7 });
  answer('saveUser', () => {
    clearDraft();
    changeDraft(accountId, { step: 2 });
    return { success: true, message: 'Saved.', position: '0000000000000042', userId: asha.POC_ID };
  });
  await send();
  expect(readDraft(accountId)).toMatchObject({ step: 2, keys: {} });
});
