import type { PatientEvent } from '@dayline/contracts/events/people';
import { specification } from '../testing/given-when-then.ts';
import { patient } from './patient.ts';

const { given } = specification(patient);
const details = { name: 'Ravi Kumar', email: 'ravi@mail.example', location: 'Pune' };
const whole = { clientId: '01J0000000000000000000000C', phone: '919876543210', ...details };
const registered: PatientEvent = { type: 'PatientRegistered', data: whole };
const erased: PatientEvent = { type: 'PatientErased', data: {} };
const save = (more: Partial<typeof whole> = {}) => ({ kind: 'save', ...whole, ...more }) as const;

describe('a patient', () => {
  test('is registered, and changed fields are a correction', () => {
    given().when(save(), undefined).thenAppends(registered);
    given(registered).when(save(), undefined).thenAppends();
    given(registered)
      .when(save({ location: 'Delhi' }), undefined)
      .thenAppends({ type: 'PatientDetailsCorrected', data: { ...details, location: 'Delhi' } });
  });

  test('keeps the phone: somebody with another one is somebody else', () => {
    given(registered)
      .when(save({ phone: '911111111111' }), undefined)
      .thenRefused('value.taken');
    given(registered)
      .when(save({ name: 'Asha Kumar' }), undefined)
      .thenRefused('value.taken');
    given(registered)
      .when(save({ name: 'ravi  KUMAR' }), undefined)
      .thenAppends({ type: 'PatientDetailsCorrected', data: { ...details, name: 'ravi  KUMAR' } });
  });

  test('is erased once, and then nothing more is known or changed', () => {
    given(registered).when({ kind: 'erase' }, undefined).thenAppends(erased);
    given(registered, erased).when({ kind: 'erase' }, undefined).thenAppends();
    given(registered, erased).when(save(), undefined).thenRefused('patient.erased');
    given(registered, erased)
      .when({ kind: 'correct', ...details }, undefined)
      .thenRefused('patient.erased');
  });

  test('nobody can be corrected who isn’t there', () => {
    given()
      .when({ kind: 'correct', ...details }, undefined)
      .thenRefused('patient.unknown');
    given().when({ kind: 'erase' }, undefined).thenRefused('patient.unknown');
  });
});
