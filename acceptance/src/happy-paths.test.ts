import { existsSync } from 'node:fs';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { noFigures } from '@dayline/contracts/endpoints/audit/figures';
import type { Role } from '@dayline/contracts/endpoints/definition';
import { type EndpointName, endpoints, type RequestInputOf, type ResponseOf } from '@dayline/contracts/endpoints/table';
import { positionSchema } from '@dayline/contracts/ids';
import { demoClients, demoPassword } from '@dayline/standalone/demo/clients';
import { demoData } from './testing/demo-data.ts';
import { callerAt, freeTime, paidDirectVisit, readAfter, type SignedIn, signIn } from './testing/http-caller.ts';
import { type Product, removeData, startProduct } from './testing/processes/product.ts';

/** The happy path of every call of the table, on the started product with its demo. */

let product: Product;
const people = new Map<Role, SignedIn>();
let dataDir: string;
const sunrise = demoClients[0];
if (!sunrise) throw new Error('The demo has a first client.');
const patient = { name: 'Kavya Nair', phone: '919000000003', email: 'kavya@x.example', location: 'Pune' };

/** Ids and dates that the calls use; filled before the first call. */
const known = {
  clientId: '',
  departmentId: '',
  pocId: '',
  userId: '',
  /** The day after tomorrow at the clinic: it has no blocks. */
  date: '',
  /** Free times on `date`, and twenty days from now. */
  time: '',
  toMove: '',
  otherTime: '',
  laterTime: '',
  today: '',
  /** Booked for `date`, and one of today that can be marked. */
  appointmentId: '',
  todaysOwn: '',
  todaysOther: '',
  position: '',
};

const as = (role: Role): SignedIn => {
  const found = people.get(role);
  if (!found) throw new Error(`Nobody is signed in as ${role}.`);
  return found;
};

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir);
  for (const role of ['admin', 'doctor', 'auditor'] as const) {
    people.set(role, await signIn(product.url, `${role}@sunrise.example`));
  }
  const admin = as('admin');
  const { clientId, zone } = admin.user;
  const { date: today } = clinicNow(Date.now(), zone);
  const departments = (await admin.call('listDepartments', { clientId })).reply();
  const pocId = as('doctor').user.pocId ?? '';
  const { userId } = (await admin.call('saveUser', { ...patient, clientId })).reply();
  const date = addDays(today, 2);
  const time = await freeTime(admin, pocId, date);
  const booking = { clientId, pocId, userId, date, time, ...paidDirectVisit };
  const booked = (await admin.call('createAppointment', booking)).reply();
  const farDate = addDays(today, 25);
  const far = { ...booking, date: farDate, time: await freeTime(admin, pocId, farDate) };
  const toMove = (await admin.call('createAppointment', far)).reply();
  const board = (await admin.call('listTodaysAppointmentsOfClient', { clientId })).reply();
  const confirmed = board.filter(({ Status }) => Status === 'Confirmed');
  Object.assign(known, {
    clientId,
    departmentId: departments.find(({ Value_name }) => Value_name === 'Cardiology')?.departmentId,
    pocId,
    userId,
    date,
    time,
    toMove: toMove.appointmentId,
    otherTime: (await admin.call('listAvailableTimes', { pocId, date: farDate })).reply().at(-1),
    laterTime: await freeTime(admin, pocId, addDays(today, 20)),
    today,
    appointmentId: booked.appointmentId,
    todaysOwn: confirmed.find(({ POC_ID }) => POC_ID === pocId)?.AppointmentId,
    todaysOther: confirmed.find(({ POC_ID }) => POC_ID !== pocId)?.AppointmentId,
    position: booked.position,
  });
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

interface HappyCall<Name extends EndpointName> {
  readonly as: Role;
  request(): RequestInputOf<Name>;
  /** What the reply must contain about the demo, besides matching its schema. */
  check(reply: ResponseOf<Name>): void;
}

const ofClient = () => ({ clientId: known.clientId });
const ofDoctor = () => ({ pocId: known.pocId });
const picture = (reply: ResponseOf<'getDayPictureOfClient'>): void => {
  expect(reply.today).toBe(known.today);
  expect(reply.todayBooked).toBeGreaterThan(0);
  expect(reply.lastDays).toHaveLength(30);
  expect(reply.lastDays.some(({ visited }) => visited > 0)).toBe(true);
};
const details = (rows: ResponseOf<'listAppointmentDetailsOfClient'>): void => {
  const row = rows.find(({ AppointmentId }) => AppointmentId === known.appointmentId);
  expect(row).toMatchObject({
    Status: 'Confirmed',
    UserName: patient.name,
    UserContact: patient.phone,
    UserLocation: patient.location,
    POCName: 'Dr. Asha Menon',
    Specialization: 'Cardiology',
    AppointmentDate: known.date,
    AppointmentTime: known.time,
    Payment_Status: 'Paid',
  });
};
const everyStatus = (rows: ResponseOf<'listTodaysAppointmentsOfClient'>): void => {
  expect(new Set(rows.map(({ Status }) => Status))).toEqual(
    new Set(['Confirmed', 'Availed', 'Not_Availed', 'Cancelled']),
  );
  for (const row of rows) expect(row.Is_Active).toBe(row.Status === 'Confirmed' ? 1 : 0);
};

/** In the order of the table, but calls that end a session come last. */
const happy: { readonly [Name in EndpointName]?: HappyCall<Name> } = {
  validateSession: {
    as: 'doctor',
    request: () => ({}),
    check: ({ user }) =>
      expect(user).toMatchObject({
        role: 'doctor',
        clientName: sunrise.name,
        pocName: 'Dr. Asha Menon',
        zone: 'Asia/Kolkata',
      }),
  },
  listClients: {
    as: 'admin',
    request: () => ({}),
    check: (clients) =>
      expect(clients.map(({ Client_Name }) => Client_Name)).toEqual(['Lakeside Clinic', sunrise.name]),
  },
  listDepartments: {
    as: 'auditor',
    request: ofClient,
    check: (rows) => expect(rows.map(({ Value_name }) => Value_name)).toEqual(sunrise.departments),
  },
  listDoctorsOfDepartment: {
    as: 'admin',
    request: () => ({ clientId: known.clientId, departmentId: known.departmentId }),
    check: (rows) => {
      expect(rows.map(({ POC_Name }) => POC_Name)).toEqual(['Dr. Asha Menon', 'Dr. Vikram Rao']);
      expect(rows[0]).toMatchObject({
        Client_ID: known.clientId,
        Specialization: 'Cardiology',
        Email: 'doctor@sunrise.example',
      });
      expect(rows[0]?.Contact_Number).toMatch(/^91\d{10}$/);
    },
  },
  getClientOfDoctor: {
    as: 'doctor',
    request: ofDoctor,
    check: (rows) => expect(rows).toEqual([{ Client_ID: known.clientId, POC_Name: 'Dr. Asha Menon' }]),
  },
  verifyUser: {
    as: 'admin',
    request: () => ({ phone: patient.phone, clientId: known.clientId }),
    check: ({ exists, userId, name }) =>
      expect({ exists, userId, name }).toEqual({ exists: true, userId: known.userId, name: patient.name }),
  },
  saveUser: {
    as: 'admin',
    request: () => ({ ...patient, clientId: known.clientId }),
    check: ({ userId }) => expect(userId).toBe(known.userId),
  },
  listAvailableDates: {
    as: 'admin',
    request: ofDoctor,
    check: (dates) => {
      expect(dates).toContain(known.date);
      // "blockDay" of the demo: the doctor is at a congress.
      expect(dates).not.toContain(addDays(known.today, 5));
    },
  },
  listAvailableTimes: {
    as: 'admin',
    request: () => ({ pocId: known.pocId, date: addDays(known.today, 3) }),
    check: (times) => {
      expect(times).not.toEqual([]);
      for (const blocked of ['08:00', '08:30', '09:00']) expect(times).not.toContain(blocked);
    },
  },
  getVisitBefore: {
    as: 'admin',
    request: () => ({ pocId: known.pocId, userId: known.userId }),
    check: ({ visit, lastVisit }) => expect(visit === 'again').toBe(lastVisit !== null),
  },
  createAppointment: {
    as: 'admin',
    request: () => ({
      ...ofClient(),
      ...ofDoctor(),
      userId: known.userId,
      date: addDays(known.today, 20),
      time: known.laterTime,
      type: 'Tele Consultation',
      paymentStatus: 'Paid',
    }),
    check: ({ appointmentId, position }) => {
      expect(appointmentId.startsWith(`${known.pocId}_${addDays(known.today, 20).replaceAll('-', '')}_`)).toBe(true);
      expect(positionSchema.parse(position)).toBe(position);
    },
  },
  listDatesWithAvailability: {
    as: 'doctor',
    request: ofDoctor,
    check: (rows) => {
      const of = (days: number) => rows.find(({ Schedule_Date }) => Schedule_Date === addDays(known.today, days));
      expect(of(5)).toMatchObject({ active_status: 'blocked', free: 0 });
      expect(of(3)).toMatchObject({ active_status: 'partial' });
      expect(of(2)).toMatchObject({ active_status: 'available' });
    },
  },
  listTimesWithAvailability: {
    as: 'auditor',
    request: () => ({ pocId: known.pocId, date: addDays(known.today, 3) }),
    check: (rows) => {
      const of = (time: string) => rows.find(({ appointment_time }) => appointment_time === time);
      expect(of('08:30')).toMatchObject({ active_status: 'blocked', free: 0, capacity: 3 });
      expect(of('11:00')).toMatchObject({ active_status: 'available', capacity: 3 });
    },
  },
  countAppointmentsOfClient: {
    as: 'admin',
    request: () => ({ ...ofClient(), status: 'Availed' }),
    check: ({ count }) => expect(count).toBeGreaterThan(100),
  },
  countDepartmentsAndDoctors: {
    as: 'admin',
    request: ofClient,
    check: (totals) => expect(totals).toEqual({ totalDepartments: 6, totalDoctors: 16 }),
  },
  listTodaysAppointmentsOfClient: { as: 'admin', request: ofClient, check: everyStatus },
  updateAppointmentStatusAsAdmin: {
    as: 'admin',
    request: () => ({ appointmentId: known.todaysOther, status: 'Availed' }),
    check: ({ status, message, eventId, undoUntil }) => {
      expect({ status, message }).toEqual({ status: 'Availed', message: 'Appointment marked as Visited' });
      expect(eventId).not.toBeNull();
      expect(Date.parse(undoUntil ?? '')).toBeGreaterThan(Date.now());
    },
  },
  correctAppointmentStatus: {
    as: 'admin',
    request: () => ({ appointmentId: known.todaysOther, status: 'Not_Availed', reason: 'Took the wrong card' }),
    check: ({ status, undoUntil }) => expect({ status, undoUntil }).toEqual({ status: 'Not_Availed', undoUntil: null }),
  },
  correctPayment: {
    as: 'admin',
    request: () => ({ appointmentId: known.todaysOther, paymentStatus: 'Paid' }),
    check: ({ paymentStatus }) => expect(paymentStatus).toBe('Paid'),
  },
  refundPayment: {
    as: 'admin',
    request: () => ({ appointmentId: known.todaysOther, amount: 100, reason: 'Waited too long' }),
    check: ({ paymentStatus, message }) =>
      expect([paymentStatus, message]).toEqual(['Paid', expect.stringMatching(/^Payment refunded, ₹1\b/)]),
  },
  getFeeOfMove: {
    as: 'admin',
    request: () => ({ appointmentId: known.toMove, time: known.otherTime }),
    check: ({ before, after, asks }) => expect({ after, asks }).toEqual({ after: before, asks: false }),
  },
  moveAppointment: {
    as: 'admin',
    request: () => ({ appointmentId: known.toMove, time: known.otherTime }),
    check: ({ time, eventId }) => expect([time, typeof eventId]).toEqual([known.otherTime, 'string']),
  },
  getDayPictureOfClient: { as: 'admin', request: ofClient, check: picture },
  countAppointmentsOfDoctor: {
    as: 'doctor',
    request: () => ({ ...ofDoctor(), status: 'Confirmed' }),
    check: ({ count }) => expect(count).toBeGreaterThan(0),
  },
  countAppointmentsByType: {
    as: 'doctor',
    request: () => ({ ...ofDoctor(), type: 'Tele Consultation' }),
    check: ({ count }) => expect(count).toBeGreaterThan(0),
  },
  listTodaysAppointmentsOfDoctor: {
    as: 'doctor',
    request: ofDoctor,
    check: (rows) => {
      everyStatus(rows);
      expect(new Set(rows.map(({ POC_ID }) => POC_ID))).toEqual(new Set([known.pocId]));
    },
  },
  updateAppointmentStatusAsDoctor: {
    as: 'doctor',
    request: () => ({ appointmentId: known.todaysOwn, status: 'Not_Availed' }),
    check: ({ message }) => expect(message).toBe('Appointment marked as Not Visited'),
  },
  getDayPictureOfDoctor: { as: 'doctor', request: ofDoctor, check: picture },
  listSlotsOfDoctor: {
    as: 'doctor',
    request: () => ({ ...ofClient(), ...ofDoctor() }),
    check: ({ clientName, pocName, pocSpecialization, appointmentDetails }) => {
      expect({ clientName, pocName, pocSpecialization }).toEqual({
        clientName: sunrise.name,
        pocName: 'Dr. Asha Menon',
        pocSpecialization: 'Cardiology',
      });
      const slot = appointmentDetails.find(({ date, time }) => date === known.date && time === known.time);
      expect(slot).toMatchObject({ totalSlots: 3 });
      expect(slot?.noOfAppointments).toBeGreaterThanOrEqual(1);
    },
  },
  listAppointmentDetailsOfClient: {
    as: 'admin',
    request: () => ({ ...ofClient(), status: 'Confirmed', page: 1, pageSize: 200, search: 'kavya NAIR' }),
    check: details,
  },
  listAppointmentDetailsOfDoctor: {
    as: 'doctor',
    request: () => ({ ...ofDoctor(), status: 'Confirmed' }),
    check: details,
  },
  countPaymentsOfDoctor: {
    as: 'doctor',
    request: ofDoctor,
    check: ({ total, paid, unpaid }) => {
      expect(paid).toBeGreaterThan(0);
      expect(total).toBe(paid + unpaid);
    },
  },
  searchAuditAppointments: {
    as: 'auditor',
    request: () => ({ ...ofClient(), pocId: known.pocId, date: known.date, search: 'Kavya' }),
    check: details,
  },
  listActivity: {
    as: 'auditor',
    request: () => ({ ...ofClient(), patientId: known.userId, action: 'booking' as const }),
    check: ({ entries }) => {
      const patientPrefix = `${patient.name}, `;
      expect(entries[0]).toMatchObject({
        sentence: expect.stringContaining(`booked ${patientPrefix}`),
        channel: 'web',
      });
    },
  },
  countActivity: {
    as: 'auditor',
    request: () => ({ ...ofClient(), date: known.today }),
    check: ({ all, signIns }) => expect(all).toBeGreaterThan(signIns),
  },
  listActivityActors: {
    as: 'auditor',
    request: ofClient,
    check: (actors) => expect(actors.map(({ name }) => name)).toContain('Front Desk 1'),
  },
  getBoardAsOf: {
    as: 'auditor',
    request: () => ({ pocId: known.pocId }),
    check: ({ asOf, cards, around }) => {
      expect(asOf.date).toBe(known.today);
      expect(cards.every(({ POC_ID }) => POC_ID === known.pocId)).toBe(true);
      expect(around.every(({ position }) => position <= asOf.position)).toBe(true);
    },
  },
  getDashboardAsOf: {
    as: 'auditor',
    request: () => ({}),
    check: ({ counts, picture }) => {
      expect(counts.doctors).toBeGreaterThan(0);
      expect(picture.today).toBe(known.today);
    },
  },
  getAvailabilityAsOf: {
    as: 'auditor',
    request: () => ({ pocId: known.pocId, date: known.date }),
    check: ({ dates, slots }) => {
      expect(dates.map(({ Schedule_Date }) => Schedule_Date)).toContain(known.date);
      expect(slots.some(({ noOfAppointments }) => noOfAppointments > 0)).toBe(true);
    },
  },
  listAppointmentsAsOf: {
    as: 'auditor',
    request: () => ({ date: known.date, pocId: known.pocId }),
    check: ({ appointments }) => expect(appointments.map(({ UserName }) => UserName)).toContain(patient.name),
  },
  listReplayMarks: {
    as: 'auditor',
    request: () => ({ pocId: known.pocId }),
    check: ({ marks, date }) => {
      expect(date).toBe(known.today);
      expect(marks.map(({ type }) => type)).toContain('AppointmentBooked');
    },
  },
  getReport: {
    as: 'auditor',
    request: () => ({ month: known.date.slice(0, 7), at: '2020-01-01T00:00:00.000Z' }),
    check: ({ doctors, total, lines, earlier, later }) => {
      expect(doctors.map(({ name }) => name).sort()).toEqual(sunrise.doctors.map(({ name }) => name).sort());
      expect(total.earlier).toEqual(noFigures);
      expect(lines.every(({ entry }) => entry.position > earlier.position && entry.position <= later.position)).toBe(
        true,
      );
    },
  },
  getAppointmentStory: {
    as: 'auditor',
    request: () => ({ appointmentId: known.appointmentId }),
    check: ({ entries, chainWhole }) => {
      expect(chainWhole).toBe(true);
      expect(entries.map(({ type }) => type)).toContain('AppointmentBooked');
      expect(entries[0]?.actor).toMatchObject({ kind: 'admin', name: 'Front Desk 1' });
    },
  },
  listDoctorsOfClient: {
    as: 'admin',
    request: ofClient,
    check: (rows) => {
      expect(rows.map(({ pocName }) => pocName).sort()).toEqual(sunrise.doctors.map(({ name }) => name).sort());
      expect(new Set(rows.map(({ departmentName }) => departmentName))).toEqual(new Set(sunrise.departments));
    },
  },
  signIn: {
    as: 'admin',
    request: () => ({
      email: ' Desk2@Sunrise.Example ',
      password: demoPassword,
      role: 'admin',
      clientId: known.clientId,
    }),
    check: (reply) => expect(reply).toMatchObject({ success: true, pocId: null, user: { name: 'Front Desk 2' } }),
  },
  signOut: { as: 'auditor', request: () => ({}), check: ({ success }) => expect(success).toBe(true) },
};

/** Calls whose happy path is in another suite, with its name. */
const testOf: { readonly [Name in EndpointName]?: string } = {
  listBlockedSlots: 'calls/one-product/availability.ts',
  blockDay: 'calls/one-product/availability.ts',
  blockSlots: 'calls/one-product/availability.ts',
  listDayHours: 'calls/one-product/day-hours.ts',
  setDayHours: 'calls/one-product/day-hours.ts',
  clearDayHours: 'calls/one-product/day-hours.ts',
  unblockSlot: 'calls/one-product/availability.ts',
  unblockSlotById: 'calls/one-product/availability.ts',
  listHospitalDays: 'calls/one-product/calendar.ts',
  listClosures: 'calls/one-product/calendar.ts',
  setHospitalDay: 'calls/one-product/calendar.ts',
  liftHospitalDay: 'calls/one-product/calendar.ts',
  previewHospitalDay: 'calls/one-product/calendar.ts',
  previewSchedule: 'calls/one-product/schedule.ts',
  getSchedule: 'calls/one-product/schedule.ts',
  listWeeks: 'calls/one-product/schedule.ts',
  updateSchedule: 'calls/one-product/schedule.ts',
  withdrawWeek: 'calls/one-product/schedule.ts',
  previewLeave: 'calls/one-product/leave.ts',
  startLeave: 'calls/one-product/leave.ts',
  undoLeave: 'calls/one-product/leave.ts',
  endLeave: 'calls/one-product/leave.ts',
  listLeaves: 'calls/one-product/leave.ts',
  getLeave: 'calls/one-product/leave.ts',
  uploadImport: 'calls/import.test.ts',
  readImportColumns: 'calls/import.test.ts',
  decideImportRows: 'calls/import.test.ts',
  previewImport: 'calls/import.test.ts',
  exportRefusedRows: 'calls/import.test.ts',
  startImport: 'calls/import.test.ts',
  undoImport: 'calls/import.test.ts',
  listImports: 'calls/import.test.ts',
  getImport: 'calls/import.test.ts',
  exportList: 'calls/import.test.ts',
  getDoctor: 'calls/one-product/doctor.ts',
  listUpcomingAppointments: 'calls/one-product/doctor.ts',
  getLink: 'calls/one-product/doctor.ts',
  updateLink: 'calls/one-product/doctor.ts',
  getConsultationFees: 'calls/one-product/doctor.ts',
  updateConsultationFees: 'calls/one-product/doctor.ts',
  changeDoctorEmail: 'onboarding/one-door/doctor-email.ts',
  correctDoctor: 'calls/one-product/doctor.ts',
  renameUnit: 'calls/one-product/doctor.ts',
  setLeft: 'calls/one-product/doctor.ts',
  setOnRequest: 'calls/one-product/doctor.ts',
  openDepartment: 'calls/one-product/doctor.ts',
  changeDepartment: 'calls/one-product/organisation.ts',
  getClient: 'calls/one-product/organisation.ts',
  changeClient: 'calls/one-product/organisation.ts',
  setRetention: 'erasure/retention.test.ts',
  listDuePatients: 'erasure/retention.test.ts',
  eraseDuePatients: 'erasure/retention.test.ts',
  listDueSignIns: 'erasure/retention.test.ts',
  eraseDueSignIns: 'erasure/retention.test.ts',
  changeBranch: 'calls/one-product/organisation.ts',
  addDoctor: 'calls/one-product/doctor.ts',
  listDepartmentsWithDoctors: 'calls/records/directories.ts',
  listUsers: 'calls/records/directories.ts',
  getPatientOverview: 'calls/records/patients.ts',
  getPatientFamily: 'calls/records/patients.ts',
  searchPatients: 'calls/records/patients.ts',
  listSamePerson: 'calls/records/persons.ts',
  findDuplicates: 'calls/records/persons.ts',
  listDuplicates: 'calls/records/persons.ts',
  listWaiting: 'calls/one-product/doors/waiting-list.ts',
  joinWaitingList: 'calls/one-product/doors/waiting-list.ts',
  leaveWaitingList: 'calls/one-product/doors/waiting-list.ts',
  offerPlace: 'calls/one-product/doors/waiting-list.ts',
  answerOffer: 'calls/one-product/doors/waiting-list.ts',
  stopMessage: 'calls/one-product/doors/messages.ts',
  chooseMessages: 'calls/one-product/doors/messages.ts',
  setMessageLanguage: 'calls/one-product/doors/messages.ts',
  answerVisit: 'calls/one-product/doors/messages.ts',
  declineMessages: 'calls/one-product/doors/messages.ts',
  dismissDuplicate: 'calls/records/persons.ts',
  mergePatients: 'calls/records/persons.ts',
  splitPatient: 'calls/records/persons.ts',
  getSlip: 'calls/records/patients.ts',
  getFeeRules: 'calls/one-product/doctor.ts',
  setFeeRules: 'calls/one-product/doctor.ts',
  getFeeOfVisit: 'calls/one-product/doctor.ts',
  updateProfileImage: 'photos/photos.test.ts',
  getPhoto: 'photos/photos.test.ts',
  checkImagePath: 'photos/photos.test.ts',
  verifyPocEmail: 'onboarding/journey.test.ts',
  verifyEmail: 'onboarding/journey.test.ts',
  updatePassword: 'onboarding/journey.test.ts',
  requestPasswordReset: 'onboarding/journey.test.ts',
  checkResetLink: 'onboarding/journey.test.ts',
  resetPassword: 'onboarding/journey.test.ts',
  requestSignInLink: 'onboarding/one-door/sign-in-link.ts',
  signInByLink: 'onboarding/one-door/sign-in-link.ts',
  sendContactMessage: 'onboarding/mail.test.ts',
  setLanguage: 'onboarding/one-door/language.ts',
  listPeople: 'onboarding/one-door/people.ts',
  invitePerson: 'onboarding/one-door/people.ts',
  resendInvitation: 'onboarding/one-door/people.ts',
  renamePerson: 'onboarding/one-door/people.ts',
  deactivatePerson: 'onboarding/one-door/people.ts',
  reactivatePerson: 'onboarding/one-door/people.ts',
  resetSecondFactorOfPerson: 'onboarding/one-door/people.ts',
  endSessionsOfPerson: 'onboarding/one-door/people.ts',
  unbindPerson: 'onboarding/single-sign-on.test.ts',
  checkInvitation: 'onboarding/one-door/people.ts',
  acceptInvitation: 'onboarding/one-door/people.ts',
  completeSignIn: 'onboarding/one-door/second-factor.ts',
  beginEnrolment: 'onboarding/one-door/second-factor.ts',
  confirmEnrolment: 'onboarding/one-door/second-factor.ts',
  setSecondFactorPolicy: 'onboarding/one-door/second-factor.ts',
  getSecondFactor: 'onboarding/one-door/second-factor.ts',
  setSessionIdleTime: 'onboarding/idle.test.ts',
  proveIdentity: 'onboarding/one-door/proof.ts',
  getOwnAccount: 'onboarding/own-account.test.ts',
  changeOwnName: 'onboarding/own-account.test.ts',
  requestEmailChange: 'onboarding/own-account.test.ts',
  confirmEmailChange: 'onboarding/own-account.test.ts',
  changePassword: 'onboarding/own-account.test.ts',
  listOwnSessions: 'onboarding/own-account.test.ts',
  endOwnSession: 'onboarding/own-account.test.ts',
  endOtherSessions: 'onboarding/own-account.test.ts',
  beginTotp: 'onboarding/one-door/second-factor.ts',
  confirmTotp: 'onboarding/one-door/second-factor.ts',
  removeTotp: 'onboarding/one-door/second-factor.ts',
  makeRecoveryCodes: 'onboarding/one-door/second-factor.ts',
  beginSingleSignOn: 'onboarding/single-sign-on.test.ts',
  signInByProvider: 'onboarding/single-sign-on.test.ts',
  setSingleSignOn: 'onboarding/single-sign-on.test.ts',
  setSingleSignOnPolicy: 'onboarding/single-sign-on.test.ts',
  beginPasskey: 'onboarding/one-door/passkeys.ts',
  signInByPasskey: 'onboarding/one-door/passkeys.ts',
  beginAddPasskey: 'onboarding/one-door/passkeys.ts',
  addPasskey: 'onboarding/one-door/passkeys.ts',
  renamePasskey: 'onboarding/one-door/passkeys.ts',
  beginPasskeyProof: 'onboarding/one-door/passkeys.ts',
  beginPasskeyEnrolment: 'onboarding/one-door/passkeys.ts',
  confirmPasskeyEnrolment: 'onboarding/one-door/passkeys.ts',
  removePasskey: 'onboarding/one-door/passkeys.ts',
  getActivityCauses: 'calls/records/proof.ts',
  exportCsv: 'calls/records/proof.ts',
  undoMove: 'calls/records/moves.ts',
  changeMany: 'calls/one-product/many.ts',
  overbook: 'calls/one-product/overbook.ts',
  listCalls: 'calls/one-product/people-to-call.ts',
  noteContact: 'calls/one-product/people-to-call.ts',
  getTakings: 'calls/one-product/day-close.ts',
  getTakenToday: 'calls/one-product/day-close.ts',
  closeDay: 'calls/one-product/day-close.ts',
  undoMany: 'calls/one-product/many.ts',
  arrive: 'calls/one-product/queue.ts',
  withdrawArrival: 'calls/one-product/queue.ts',
  callPatient: 'calls/one-product/queue.ts',
  withdrawCall: 'calls/one-product/queue.ts',
  walkIn: 'calls/one-product/queue.ts',
  undoWalkIn: 'calls/one-product/queue.ts',
  setRoom: 'calls/one-product/queue.ts',
  setLateness: 'calls/one-product/queue.ts',
  exportAppointments: 'calls/one-product/doors/export-appointments.ts',
  exportMovedAppointments: 'calls/one-product/doors/export-lists.ts',
  exportDoctors: 'calls/one-product/doors/export-lists.ts',
  exportPatients: 'calls/one-product/doors/export-lists.ts',
  exportWaiting: 'calls/one-product/doors/export-lists.ts',
  exportOfficeList: 'calls/one-product/doors/export-lists.ts',
  exportLeaves: 'calls/one-product/doors/export-lists.ts',
  exportCalls: 'calls/one-product/doors/export-lists.ts',
  exportTakings: 'calls/one-product/doors/export-lists.ts',
  openCalendarFeed: 'calls/one-product/doors/calendar-feed.ts',
  revokeCalendarFeed: 'calls/one-product/doors/calendar-feed.ts',
  readCalendarFeed: 'calls/one-product/doors/calendar-feed.ts',
  issueApiKey: 'calls/one-product/doors/api-keys.ts',
  changeApiKeyScopes: 'calls/one-product/doors/api-keys.ts',
  revokeApiKey: 'calls/one-product/doors/api-keys.ts',
  listApiKeys: 'calls/one-product/doors/api-keys.ts',
  tryChatbot: 'chatbot/trial.test.ts',
  listChats: 'chatbot/handover.test.ts',
  countWaitingChats: 'chatbot/handover.test.ts',
  readChat: 'chatbot/handover.test.ts',
  replyToChat: 'chatbot/handover.test.ts',
  handBackChat: 'chatbot/handover.test.ts',
  listPartnerSlots: 'calls/one-product/doors/api-keys.ts',
  lookUpPatients: 'calls/one-product/doors/api-keys.ts',
  getPartnerAppointment: 'calls/one-product/doors/api-keys.ts',
  listPartnerAppointments: 'calls/one-product/doors/api-keys.ts',
  listEvents: 'calls/one-product/doors/events.ts',
  addWebhook: 'calls/one-product/doors/webhooks.ts',
  changeWebhook: 'calls/one-product/doors/webhooks.ts',
  rotateWebhookSecret: 'calls/one-product/doors/webhooks.ts',
  switchWebhook: 'calls/one-product/doors/webhooks.ts',
  replayWebhook: 'calls/one-product/doors/webhooks.ts',
  removeWebhook: 'calls/one-product/doors/webhooks.ts',
  testWebhook: 'calls/one-product/doors/webhooks.ts',
  sendDeliveryAgain: 'calls/one-product/doors/webhooks.ts',
  listWebhooks: 'calls/one-product/doors/webhooks.ts',
  listDeliveries: 'calls/one-product/doors/webhooks.ts',
  savePartnerPatient: 'calls/one-product/doors/partner-commands.ts',
  bookPartnerAppointment: 'calls/one-product/doors/partner-commands.ts',
  createHold: 'calls/one-product/doors/holds.ts',
  releaseHold: 'calls/one-product/doors/holds.ts',
  movePartnerAppointment: 'calls/one-product/doors/partner-commands.ts',
  cancelPartnerAppointment: 'calls/one-product/doors/partner-commands.ts',
  listCalledElsewhere: 'calls/one-product/queue.ts',
  listDeskChanges: 'calls/one-product/doctor.ts',
  addDisplay: 'calls/displays.test.ts',
  makeDisplayLink: 'calls/displays.test.ts',
  revokeDisplay: 'calls/displays.test.ts',
  pairDisplay: 'calls/displays.test.ts',
  createPairingCode: 'calls/displays.test.ts',
  checkPairingCode: 'calls/displays.test.ts',
  pairDisplayByCode: 'calls/displays.test.ts',
  listDisplays: 'calls/displays.test.ts',
  getDisplayBoard: 'calls/displays.test.ts',
  getQueueBoard: 'calls/one-product/queue.ts',
  listMovedAppointments: 'calls/records/moves.ts',
  checkLog: 'calls/records/proof.ts',
  getLastCheck: 'cli/audit.test.ts',
  exportReportCsv: 'calls/records/report.ts',
  exportReportNdjson: 'calls/records/report.ts',
  exportNdjson: 'cli/export.test.ts',
  listAuditKeys: 'cli/export.test.ts',
};

test.each(Object.entries(testOf))('%s is tried in %s', (name, file) => {
  expect(Object.hasOwn(endpoints, name)).toBe(true);
  expect(existsSync(new URL(file, import.meta.url))).toBe(true);
});

/** A call added to the table fails here until its happy path is written. */
const names = ([...new Set([...Object.keys(happy), ...Object.keys(endpoints)])] as EndpointName[]).filter(
  (name) => testOf[name] === undefined,
);
/** The idempotency key of a command. */
const keyOf = (name: string): Record<string, string> => ({ 'Idempotency-Key': `happy-path-of-${name}` });

function happyCallOf<Name extends EndpointName>(name: Name): HappyCall<Name> {
  const found: HappyCall<Name> | undefined = happy[name];
  if (!found) throw new Error(`${name} has no happy path here: write one.`);
  return found;
}

async function make<Name extends EndpointName>(name: Name): Promise<void> {
  const { as: role, request, check } = happyCallOf(name);
  const endpoint = endpoints[name];
  const caller = endpoint.access === 'public' ? callerAt(product.url, '') : as(role);
  const headers = endpoint.kind === 'command' ? keyOf(name) : readAfter(known.position);
  const answer = await caller.call(name, request(), headers);
  const reply = answer.reply();
  check(reply);
  if (endpoint.kind === 'query') {
    expect(positionSchema.parse(answer.headers['x-position']) >= known.position).toBe(true);
    expect(answer.headers['x-stale']).toBeUndefined();
  } else if ('position' in reply && reply.position !== null) {
    expect(answer.headers['x-position']).toBe(reply.position);
  }
}

test.each(names)('%s answers as its table says', (name) => make(name));
