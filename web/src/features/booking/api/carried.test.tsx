import { testId } from '../../../shared/testing/identities.ts';
import { adoptDraft, changeDraft, emptyDraft, readDraft } from './draft.ts';

const account = testId(1);
const carried = { departmentId: testId(10), pocId: testId(200), date: '2026-11-23', time: '09:30' };

test('doctor, date and time of the page before begin the draft', () => {
  adoptDraft(account, { ...carried, clientId: testId(100) });
  expect(readDraft(account)).toMatchObject({ step: 1, fields: { ...carried, phone: '' } });
});

test('a phone carried with them is in its field', () => {
  adoptDraft(account, { ...carried, phone: '919845031276' });
  expect(readDraft(account)).toMatchObject({ step: 1, fields: { countryCode: '91', phone: '9845031276' } });
});

const meera = { userId: testId(31), name: 'Meera Nair', email: 'meera@mail.example', location: 'Pune' };
const anil = { ...meera, userId: testId(32), name: 'Anil Nair' };
const again = {
  person: { phone: '919845031276', userId: anil.userId, family: [meera, anil] },
  type: 'Direct Consultation',
  departmentId: testId(10),
  pocId: testId(200),
};

test('a patient who books again begins at Timing, with patient, doctor and type as last time', () => {
  adoptDraft(account, again);
  expect(readDraft(account)).toMatchObject({
    step: 5,
    verifiedPhone: '919845031276',
    family: [meera, anil],
    personId: anil.userId,
    fields: {
      countryCode: '91',
      phone: '9845031276',
      name: 'Anil Nair',
      type: again.type,
      pocId: again.pocId,
      date: '',
    },
  });
});

test('what isn’t known of the patient or of the last visit is asked for first', () => {
  const steps = [
    { ...again, person: { ...again.person, family: [meera, { ...anil, email: null }] } },
    { person: again.person },
    { ...again, departmentId: undefined, pocId: undefined },
    { ...again, person: { ...again.person, phone: '12' } },
    { ...again, person: { ...again.person, userId: testId(33) } },
  ].map((state) => {
    changeDraft(account, emptyDraft);
    adoptDraft(account, state);
    return readDraft(account).step;
  });
  expect(steps).toEqual([2, 3, 4, 1, 1]);
});

test('whoever is known without a phone, or without an email where none is needed, is booked as they are', () => {
  const family = [meera, { ...anil, email: null }];
  adoptDraft(account, { ...again, person: { ...again.person, family, phone: null, emailOptional: true } });
  expect(readDraft(account)).toMatchObject({ step: 5, verifiedPhone: '', fields: { phone: '', email: '' } });
});

test('a draft that somebody has begun stays as it is', () => {
  changeDraft(account, { step: 2 });
  adoptDraft(account, carried);
  expect(readDraft(account).fields.pocId).toBe('');
});

test.each([[null], ['x'], [{ ...carried, time: '9.30' }], [{ pocId: 'x'.repeat(16_000) }]])(
  'a state that says something else changes nothing: %#',
  (state) => {
    adoptDraft(account, state);
    expect(readDraft(account).fields.pocId).toBe('');
  },
);
