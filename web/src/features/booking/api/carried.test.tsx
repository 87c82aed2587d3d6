import { testId } from '../../../shared/testing/identities.ts';
import { changeDraft, readDraft, takeCarried } from './draft.ts';

const account = testId(1);
const carried = { departmentId: testId(10), pocId: testId(200), date: '2026-11-23', time: '09:30' };

test('doctor, date and time of the page before begin the draft', () => {
  takeCarried(account, { ...carried, clientId: testId(100) });
  expect(readDraft(account)).toMatchObject({ step: 1, fields: { ...carried, phone: '' } });
});

test('a draft that somebody has begun stays as it is', () => {
  changeDraft(account, { step: 2 });
  takeCarried(account, carried);
  expect(readDraft(account).fields.pocId).toBe('');
});

test.each([[null], ['x'], [{ ...carried, time: '9.30' }], [{ pocId: 'x'.repeat(16_000) }]])(
  'a state that says something else changes nothing: %#',
  (state) => {
    takeCarried(account, state);
    expect(readDraft(account).fields.pocId).toBe('');
  },
);
