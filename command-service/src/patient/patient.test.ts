import { noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import type { PatientEvent } from '@dayline/contracts/events/people';
import { specification } from '../testing/given-when-then.ts';
import { patient } from './patient.ts';

const { given } = specification(patient);
const clientId = '01J0000000000000000000000C';
const ravi = { name: 'Ravi Kumar', phone: '919876543210', email: 'ravi@mail.example', location: 'Pune' };
const registered: PatientEvent = { type: 'PatientRegistered', data: { clientId, ...noDetails, ...ravi } };
const erased: PatientEvent = { type: 'PatientErased', data: {} };
type DetailsInput = Partial<PatientDetails> & { name?: string };
const save = (more: DetailsInput = {}) => ({ kind: 'save', clientId, details: { ...ravi, ...more } }) as const;
const correct = (more: DetailsInput = {}) => ({ kind: 'correct', details: { ...ravi, ...more } }) as const;
const corrected = (data: Partial<PatientDetails>): PatientEvent => ({ type: 'PatientDetailsCorrected', data });

describe('a patient', () => {
  test('is registered, and a correction has what changed alone', () => {
    given().when(save(), undefined).thenAppends(registered);
    given(registered).when(save(), undefined).thenAppends();
    given(registered)
      .when(save({ location: 'Delhi' }), undefined)
      .thenAppends(corrected({ location: 'Delhi' }));
    given(registered, corrected({ location: 'Delhi' }))
      .when(save({ location: 'Delhi' }), undefined)
      .thenAppends();
  });

  test('keeps what a command leaves out, and loses what it says is none', () => {
    const known = corrected({ uhid: '240017', sex: 'male', email: null });
    given(registered, known)
      .when(save({ email: null }), undefined)
      .thenAppends();
    given(registered, known)
      .when(save({ email: null, uhid: null }), undefined)
      .thenAppends(corrected({ uhid: null }));
  });

  test('is a year older a year later without a correction', () => {
    given(registered, corrected({ ageText: '29 y on 2025-11-25' }))
      .when(save({ ageText: '30 y on 2026-11-25' }), undefined)
      .thenAppends();
    given(registered, corrected({ ageText: '29 y on 2025-11-25' }))
      .when(save({ bornOn: '1996-01-31', ageText: null }), undefined)
      .thenAppends(corrected({ bornOn: '1996-01-31', ageText: null }));
  });

  test('keeps the phone, unless it is corrected: somebody with another one is somebody else', () => {
    given(registered)
      .when(save({ phone: '911111111111' }), undefined)
      .thenRefused('value.taken');
    given(registered)
      .when(save({ name: 'Asha Kumar' }), undefined)
      .thenRefused('value.taken');
    given(registered)
      .when(save({ name: 'ravi  KUMAR' }), undefined)
      .thenAppends(corrected({ name: 'ravi  KUMAR' }));
    given(registered)
      .when(correct({ name: 'Asha Kumar', phone: '911111111111' }), undefined)
      .thenAppends(corrected({ name: 'Asha Kumar', phone: '911111111111' }));
  });

  test('is erased once, and then nothing more is known or changed', () => {
    given(registered).when({ kind: 'erase' }, undefined).thenAppends(erased);
    given(registered, erased).when({ kind: 'erase' }, undefined).thenAppends();
    given(registered, erased).when(save(), undefined).thenRefused('patient.erased');
    given(registered, erased).when(correct(), undefined).thenRefused('patient.erased');
  });

  test('is leaving until the removal ends, and nothing new is known meanwhile', () => {
    const leave = { type: 'PatientRemovalStarted', data: {} } as const;
    const kept = { type: 'PatientKept', data: {} } as const;
    given(registered).when({ kind: 'leave' }, undefined).thenAppends(leave);
    given(registered, leave).when({ kind: 'leave' }, undefined).thenAppends();
    for (const command of [save(), correct({ name: 'Ravi' })]) {
      given(registered, leave).when(command, undefined).thenRefused('patient.leaving');
    }
    given(registered, leave).when({ kind: 'keep' }, undefined).thenAppends(kept);
    given(registered, leave).when({ kind: 'remove' }, undefined).thenAppends(erased);
    given(registered, leave).when({ kind: 'erase' }, undefined).thenAppends(erased);
    // Removes only a patient whose removal has started: another run may have cancelled it.
    given(registered).when({ kind: 'remove' }, undefined).thenAppends();
    given(registered, leave, kept).when({ kind: 'remove' }, undefined).thenAppends();
    given(registered, leave, kept)
      .when(correct({ name: 'Ravi' }), undefined)
      .thenAppends(corrected({ name: 'Ravi' }));
  });

  test('leaves by retention unless registered or visited by a list since a date', () => {
    const past: PatientEvent = {
      type: 'PastVisitNoted',
      data: { visitId: 'v', pocId: clientId, date: '2020-03-01', time: null, outcome: 'Availed', paid: null },
    };
    const leave = (date: string) => ({ kind: 'leave', unlessVisitedFrom: date }) as const;
    const started = (date: string) => ({ type: 'PatientRemovalStarted', data: { unlessVisitedFrom: date } }) as const;
    // Registered at the beginning of 1970.
    given(registered).when(leave('1970-01-01'), undefined).thenAppends();
    given(registered).when(leave('1970-01-02'), undefined).thenAppends(started('1970-01-02'));
    given(registered, past).when(leave('2020-03-01'), undefined).thenAppends();
    given(registered, past).when(leave('2020-03-02'), undefined).thenAppends(started('2020-03-02'));
    const reason = 'Retention: no visit since 2020-03-02';
    given(registered, started('2020-03-02'))
      .when({ kind: 'remove' }, undefined)
      .thenAppends({ type: 'PatientErased', data: { reason } });
  });

  test('nobody can be corrected who isn’t there', () => {
    given().when(correct(), undefined).thenRefused('patient.unknown');
    given().when({ kind: 'erase' }, undefined).thenRefused('patient.unknown');
  });
});

test('the language of a patient’s messages is recorded when it changes', () => {
  const choose = (language: 'en' | 'hi' | null) => ({ kind: 'setMessageLanguage', language }) as const;
  const set = (language: 'en' | 'hi' | null): PatientEvent => ({ type: 'MessageLanguageSet', data: { language } });
  given(registered).when(choose(null), undefined).thenAppends();
  given(registered).when(choose('hi'), undefined).thenAppends(set('hi'));
  given(registered, set('hi')).when(choose('hi'), undefined).thenAppends();
  given(registered, set('hi')).when(choose(null), undefined).thenAppends(set(null));
  given(registered, erased).when(choose('hi'), undefined).thenAppends();
  given().when(choose('hi'), undefined).thenRefused('patient.unknown');
});

describe('a patient’s word about messages', () => {
  const choose = (accepted: boolean) => ({ kind: 'chooseMessages', accepted, reason: 'Asked' }) as const;
  const data = { channel: 'email', reason: 'Asked' } as const;
  const declined: PatientEvent = { type: 'MessagesDeclined', data };
  const accepted: PatientEvent = { type: 'MessagesAccepted', data };

  test('is recorded once, and a yes only after a no', () => {
    given(registered).when(choose(true), undefined).thenAppends();
    given(registered).when(choose(false), undefined).thenAppends(declined);
    given(registered, declined).when(choose(false), undefined).thenAppends();
    given(registered, declined).when(choose(true), undefined).thenAppends(accepted);
    given(registered, declined, accepted).when(choose(false), undefined).thenAppends(declined);
  });

  test('is accepted from a patient about to be erased, who may be kept, and not from an erased one', () => {
    const leaving: PatientEvent = { type: 'PatientRemovalStarted', data: {} };
    given(registered, leaving).when(choose(false), undefined).thenAppends(declined);
    given(registered, erased).when(choose(false), undefined).thenAppends();
    given().when(choose(false), undefined).thenRefused('patient.unknown');
  });

  test('is accepted from a record that is being merged, or is', () => {
    const merge = { mergeId: 'merge', patientId: '01J00000000000000000000PAT', into: '01J0000000000000000000PAT2' };
    const proposed: PatientEvent = {
      type: 'PatientMergeProposed',
      data: { ...merge, chosen: [], reason: 'One person' },
    };
    given(registered, proposed).when(choose(false), undefined).thenAppends(declined);
  });
});
