import { callersOf, type Endpoint } from '@dayline/contracts/endpoints/definition';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { sampleOf } from '@dayline/http/testing/sample';
import { send } from '@dayline/http/testing/send';
import { type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/**
 * The started product's sentences for a missing or wrong field: those of the specification's sections 5 and 8, word for
 * word. Each request is valid except for that field.
 */

let clinic: StartedClinic;
beforeAll(async () => {
  clinic = await sharedClinic();
});
const unblocking = 'Missing required information for unblocking';
const choose = 'Please select a client and enter your email address.';
const digits = 'Phone number should contain only digits.';
const valid = 'Please enter a valid email address.';
const rules = {
  letter: 'Password must start with a letter.',
  length: 'Password must be at least 8 characters long.',
  special: 'Password must contain at least one special character.',
  digit: 'Password must contain at least one digit.',
} as const;
/** Undefined if the field is left out. */
const wrong: readonly (readonly [EndpointName, string, unknown, string])[] = [
  ['unblockSlot', 'pocId', undefined, unblocking],
  ['unblockSlot', 'date', undefined, unblocking],
  ['unblockSlotById', 'slotId', 'x', 'Invalid slot ID.'],
  ['unblockSlotById', 'slotId', '01J00000000000000000000D01_20261301_0900', 'Invalid slot ID.'],
  ['blockDay', 'pocId', undefined, 'Please select a doctor and date.'],
  ['blockDay', 'date', '', 'Please select a doctor and date.'],
  ['blockSlots', 'date', undefined, 'Please select a doctor and date.'],
  ['blockSlots', 'timings', [], "Please select at least one time slot or choose 'Full' availability."],
  ['verifyUser', 'phone', undefined, 'Phone number is required.'],
  ['verifyUser', 'phone', '', 'Phone number is required.'],
  ['verifyUser', 'phone', '91 98765', digits],
  ['verifyUser', 'phone', '91987654321', 'Phone number must be 10 digits.'],
  ['saveUser', 'name', ' ', 'Name is required.'],
  ['saveUser', 'name', undefined, 'Name is required.'],
  ['saveUser', 'email', '', 'Email is required.'],
  ['saveUser', 'email', 'kavya', valid],
  ['saveUser', 'location', undefined, 'Location is required.'],
  ['createAppointment', 'type', undefined, 'Appointment type is required.'],
  ['createAppointment', 'pocId', undefined, 'Doctor is required.'],
  ['createAppointment', 'date', undefined, 'Date is required.'],
  ['createAppointment', 'time', '', 'Time is required.'],
  ['verifyPocEmail', 'clientId', '', choose],
  ['verifyPocEmail', 'email', '', choose],
  ['verifyPocEmail', 'email', 'doctor', valid],
  ['requestPasswordReset', 'email', undefined, 'Please enter your email address.'],
  ['updatePassword', 'password', '#arbour9', rules.letter],
  ['resetPassword', 'newPassword', 'Ab#1', rules.length],
  ['resetPassword', 'newPassword', 'Harbour99', rules.special],
  ['updatePassword', 'password', 'Harbour#', rules.digit],
  ['addDoctor', 'Department_ID', undefined, 'Department is required.'],
  ['addDoctor', 'POC_Name', '', 'Name is required.'],
  ['addDoctor', 'Contact_Number', '91', 'Contact number must start with 91 and have 10 digits.'],
  ['addDoctor', 'Email', 'x', 'Email is invalid.'],
  ['updateSchedule', 'schedule', [], 'No valid schedule data to save'],
  ['updateSchedule', 'schedule', [{ day: 'Monday', timeIntervals: [] }], 'Unable to save: POC ID not available.'],
  ['getLink', 'pocId', undefined, 'POC ID is missing. Cannot fetch the link.'],
  ['updateLink', 'link', '', 'Please enter a Google Meet link.'],
  ['getConsultationFees', 'pocId', undefined, 'POC ID is missing. Cannot fetch the fees.'],
  ['updateConsultationFees', 'fees', '', 'Please enter the consultation fees.'],
  ['updateConsultationFees', 'fees', '-1.00', 'Please enter a valid fee amount.'],
];

test.each(wrong)('%s with %s %j: %s', async (name, field, value, sentence) => {
  const { path, access, request }: Endpoint = endpoints[name];
  const body = { ...sampleOf(request), [field]: value };
  const signedIn = callersOf(access).people.includes('admin') ? clinic.admin : clinic.doctor;
  const cookie = access === 'public' ? '' : signedIn.cookie;
  const { status, text } = await send(clinic.product.url, { path, body, headers: { cookie } });
  const { code, details } = JSON.parse(text);
  expect({ status, code }).toEqual({ status: 400, code: 'request.invalid' });
  const texts = details.fields.filter((entry: { field: string }) => entry.field.split('.')[0] === field);
  expect(texts.map(({ message }: { message: string }) => message)).toContain(sentence);
});
