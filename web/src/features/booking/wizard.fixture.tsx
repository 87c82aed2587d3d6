import type { Visit } from '@dayline/contracts/endpoints/patients';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { type RenderedPage, show } from '../../shared/testing/render.tsx';
import { answer } from '../../shared/testing/server.ts';
import AddNewAppointmentPage from './add-new-appointment-page.tsx';
import { type BookingDraft, changeDraft, clearDraft } from './api/draft.ts';
import { familyOf } from './family.ts';
import { emptyFields, stepFields } from './rules.ts';

/** Server responses for the wizard's tests: one department, one doctor, three dates. */
export const cardiology = { departmentId: testId(300), Value_name: 'Cardiology' };
export const neurology = { departmentId: testId(301), Value_name: 'Neurology' };
export const asha = {
  POC_ID: testId(200),
  POC_Name: 'Dr. Asha Menon',
  Client_ID: testId(100),
  Specialization: 'Cardiology',
  Contact_Number: null,
  Email: null,
  External_POC_ID: null,
};
export const patientId = testId(400);
export const bookedId = `${asha.POC_ID}_20991125_${testId(500)}`;
export const position = '0000000000000042';

export const dates: ResponseOf<'listDatesWithAvailability'> = [
  { Schedule_Date: '2099-11-24', active_status: 'partial', free: 9 },
  { Schedule_Date: '2099-11-25', active_status: 'available', free: 11 },
  { Schedule_Date: '2099-11-26', active_status: 'blocked', free: 0 },
  { Schedule_Date: '2099-11-27', active_status: 'available', free: 0 },
];

const slot = (appointment_time: string, free: number, active_status: 'available' | 'blocked' = 'available') => ({
  appointment_time,
  active_status,
  free,
  capacity: 3,
});
export const times: ResponseOf<'listTimesWithAvailability'> = [
  slot('09:00', 2),
  slot('09:15', 0),
  slot('09:30', 0, 'blocked'),
  slot('09:45', 3),
  slot('10:00', 1),
  slot('10:15', 2),
];

export const unknownPhone = { exists: false, userId: null, name: null, email: null, location: null, others: [] };
export const knownPhone = {
  exists: true,
  userId: patientId,
  name: 'Rohan Kulkarni',
  email: 'rohan@mail.example',
  location: 'Pune',
  others: [],
};

/** The patient's page, with existing appointments. */
export const bookedAlready = (visits: readonly Visit[] = []): ResponseOf<'getPatientOverview'> => ({
  ...{ userId: patientId, name: knownPhone.name, phone: '919845012345', email: knownPhone.email },
  ...{ location: knownPhone.location, erased: false, registeredAt: '2026-01-05T08:00:00.000Z', today: '2026-11-21' },
  upcoming: { total: visits.length, visits: [...visits] },
  ...{ phoneNote: null, bornOn: null, guardianRelation: null, guardianName: null },
  past: { total: 0, visited: 0, notVisited: 0, cancelled: 0, since: null, visits: [] },
  noShows: 0,
  unpaid: { total: 0, fees: '0.00', withoutFee: 0, visits: [] },
  isCut: false,
});

export const doctorOfClient = (
  pocName: string,
  pocId: string,
  departmentName: string,
  nextFree: ResponseOf<'listDoctorsOfClient'>[number]['nextFree'] = { date: '2099-11-24', time: '09:00' },
): ResponseOf<'listDoctorsOfClient'>[number] => ({
  ...{ pocId, pocName, departmentName, departmentDoctors: 1, nextFree },
  ...{ email: null, contactNumber: null, externalId: null },
  today: { state: 'off', capacity: 0, booked: 0, byHour: [], blockedHours: [] },
});

/** Every call succeeds; a test overrides the ones it tests. */
export function answerAll() {
  return {
    verified: answer('verifyUser', knownPhone),
    overview: answer('getPatientOverview', bookedAlready()),
    before: answer('getVisitBefore', { visit: 'first', lastVisit: null }),
    departments: answer('listDepartments', [cardiology, neurology]),
    doctors: answer('listDoctorsOfDepartment', ({ body }) =>
      body.departmentId === cardiology.departmentId ? [asha] : [],
    ),
    allDoctors: answer('listDoctorsOfClient', [doctorOfClient('Dr. Asha Menon', asha.POC_ID, 'Cardiology')]),
    dates: answer('listDatesWithAvailability', dates),
    times: answer('listTimesWithAvailability', times),
    rules: answer('getFeeRules', {
      ...{ own: null, revision: -1, ofClient: null, fee: 50_000, sessions: [], patientClasses: [] },
    }),
    fee: answer('getFeeOfVisit', { amount: 50_000, rule: null, registration: 0, hasRules: false }),
    saved: answer('saveUser', { success: true, message: 'Saved.', position, userId: patientId }),
    booked: answer('createAppointment', { success: true, message: 'Booked.', position, appointmentId: bookedId }),
  };
}

/** On the way to a test's step, visibility isn't checked and nothing is typed key by key: that would take seconds. */
const there = { hidden: true } as const;

export const goToNext = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Continue', ...there }));

const press = (element: HTMLElement) => fireEvent.click(element);
const pressContinue = () => press(screen.getByRole('button', { name: 'Continue', ...there }));
const choose = (label: string, option: string) => {
  const select = screen.getByRole('combobox', { name: label, ...there });
  const { value } = within(select).getByRole<HTMLOptionElement>('option', { name: option, ...there });
  fireEvent.change(select, { target: { value } });
};

/** Walks to a step, from 1; each step waits for its content. */
export async function walkTo(step: number, type = 'Direct Consultation'): Promise<void> {
  if (step > 1) {
    fireEvent.change(screen.getByRole('textbox', { name: 'Phone Number', ...there }), {
      target: { value: '9845012345' },
    });
    pressContinue();
    await screen.findByRole('textbox', { name: 'Name', ...there });
  }
  if (step > 2) pressContinue();
  if (step > 3) {
    press(await screen.findByRole('radio', { name: type, ...there }));
    pressContinue();
  }
  if (step > 4) {
    await screen.findByRole('option', { name: 'Cardiology', ...there });
    choose('Department', 'Cardiology');
    await screen.findByRole('option', { name: 'Dr. Asha Menon', ...there });
    choose('Doctor', 'Dr. Asha Menon');
    pressContinue();
  }
  if (step > 5) {
    press(await screen.findByRole('radio', { name: 'Wednesday, November 25, 2099, 11 free', ...there }));
    press(await screen.findByRole('radio', { name: '10:00 AM, 1 left', ...there }));
    pressContinue();
  }
  if (step > 6) press(await screen.findByRole('button', { name: 'Confirm', ...there }));
  await shows(step);
}

/** Waits for a step's first content. */
async function shows(step: number): Promise<void> {
  if (step === 2) await screen.findByRole('textbox', { name: 'Name', ...there });
  if (step === 3) await screen.findByRole('radio', { name: 'Direct Consultation', ...there });
  if (step === 4) await screen.findByRole('combobox', { name: 'Department', ...there });
  if (step === 5) await screen.findByText(/^When should/);
  if (step === 6) await screen.findByText('Is everything correct?');
  if (step === 7) await screen.findByRole('button', { name: 'Pay Now', ...there });
}

/** The draft after a walk to a step; the test that walks the whole way asserts that it is the same. */
export function draftAt(step: number, type = 'Direct Consultation'): Partial<BookingDraft> {
  const { name, email, location } = knownPhone;
  const all = {
    ...{ countryCode: '91', phone: '9845012345', name, email, location, type },
    ...{ departmentId: cardiology.departmentId, pocId: asha.POC_ID, date: '2099-11-25', time: '10:00' },
  };
  // The response for the phone fills the next step.
  const fieldNames = Array.from({ length: Math.max(step - 1, 2) }, (_, index) => stepFields(index + 1)).flat();
  const fields = { ...emptyFields, ...Object.fromEntries(fieldNames.map((field) => [field, all[field]])) };
  return { step, fields, verifiedPhone: '919845012345', family: familyOf(knownPhone), personId: patientId };
}

export const open = (state?: unknown): RenderedPage =>
  show(<AddNewAppointmentPage />, { as: anAdmin, at: '/add-new-appointment', state });

/** Opens the wizard at a step from 2 on, since walking there takes seconds. */
export async function openAt(step: number, type?: string): Promise<RenderedPage> {
  changeDraft(anAdmin.accountId, draftAt(step, type));
  const page = open();
  await shows(step);
  return page;
}

/** Pretends that the document was loaded by this kind of navigation to a path, until the end of the test. */
export function loaded(type: string, path: string): void {
  const navigation = { type, name: `http://test${path}` };
  Object.defineProperty(performance, 'getEntriesByType', { configurable: true, value: () => [navigation] });
}
afterEach(() => void Reflect.deleteProperty(performance, 'getEntriesByType'));

/** A draft as found after a reload: in the tab's storage, not in memory. */
export function storeDraft(draft: Partial<BookingDraft>, accountId = anAdmin.accountId): void {
  changeDraft(accountId, draft);
  const draftText = sessionStorage.getItem('dayline.bookingDraft') ?? '';
  clearDraft();
  sessionStorage.setItem('dayline.bookingDraft', draftText);
}
