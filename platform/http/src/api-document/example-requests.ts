import type { Assertion, Attestation } from '@dayline/contracts/endpoints/account/passkeys';
import type { EndpointName, RequestInputOf } from '@dayline/contracts/endpoints/table';

const credential = { id: 'q1Wz8Yd0mV3kT7bH2rLx5g', rawId: 'q1Wz8Yd0mV3kT7bH2rLx5g', type: 'public-key' } as const;
const bytes = 'q1Wz8Yd0mV3kT7bH2rLx5gq1Wz8Yd0mV3kT7bH2rLx5g';
const passkey: Assertion = {
  ...credential,
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes },
};
const newPasskey: Attestation = {
  ...credential,
  response: { clientDataJSON: bytes, attestationObject: bytes, transports: ['internal'] },
};

/** A request of each call, as the tests of the table send it. */
const callEntries: { readonly [Name in EndpointName]: RequestInputOf<Name> } = {
  validateSession: {},
  listClients: {},
  signIn: {
    email: 'admin@sunrise.example',
    password: 'Dayline#2026',
    role: 'admin',
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
  },
  signOut: {},
  setLanguage: {
    language: 'en',
  },
  completeSignIn: { code: '123456' },
  beginEnrolment: {},
  confirmEnrolment: { code: '123456' },
  setSecondFactorPolicy: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', policy: 'optional' },
  listPeople: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD' },
  invitePerson: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    name: 'Deepa Kulkarni',
    email: 'deepa@sunrise.example',
    role: 'admin',
  },
  resendInvitation: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', accountId: '6XGY7BG9E1XG4524YS96HCQNMF' },
  renamePerson: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    accountId: '6XGY7BG9E1XG4524YS96HCQNMF',
    name: 'Deepa K. Kulkarni',
  },
  deactivatePerson: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', accountId: '6XGY7BG9E1XG4524YS96HCQNMF' },
  reactivatePerson: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', accountId: '6XGY7BG9E1XG4524YS96HCQNMF' },
  endSessionsOfPerson: { clientId: '6XGY7BG9E1XG4524YS96HCQNMF', accountId: '6XGY7BG9E1XG4524YS96HCQNMF' },
  unbindPerson: { clientId: '6XGY7BG9E1XG4524YS96HCQNMF', accountId: '6XGY7BG9E1XG4524YS96HCQNMF' },
  resetSecondFactorOfPerson: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    accountId: '6XGY7BG9E1XG4524YS96HCQNMF',
    reason: 'The phone was lost',
  },
  getSecondFactor: {},
  setSessionIdleTime: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', minutes: 15 },
  proveIdentity: { password: 'Dayline#2026' },
  beginTotp: {},
  confirmTotp: { code: '123456' },
  removeTotp: { password: 'Dayline#2026', code: '123456' },
  beginPasskey: { step: 'first' },
  signInByPasskey: { passkey },
  beginSingleSignOn: { clientId: '6XGY7BG9E1XG4524YS96HCQNMF', origin: 'https://dayline.example' },
  signInByProvider: {
    ...{ clientId: '6XGY7BG9E1XG4524YS96HCQNMF', origin: 'https://dayline.example' },
    ...{ code: 'SplxlOBeZQQYbYS6WxSbIA', state: bytes, iss: 'https://login.sunrise.example' },
  },
  setSingleSignOn: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMF',
    provider: {
      ...{ providerName: 'Sunrise ID', issuer: 'https://login.sunrise.example', oidcClientId: 'dayline' },
      ...{ secret: 'marigold-lantern-27', domains: ['sunrise.example'], hasSecondFactor: false },
    },
  },
  setSingleSignOnPolicy: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMF',
    localAdministrators: ['6XGY7BG9E1XG4524YS96HCQNMF'],
  },
  beginPasskeyEnrolment: {},
  confirmPasskeyEnrolment: { name: 'My phone', passkey: newPasskey },
  beginAddPasskey: {},
  addPasskey: { name: 'My phone', passkey: newPasskey },
  renamePasskey: { passkeyId: credential.id, name: 'Front desk PC' },
  beginPasskeyProof: {},
  removePasskey: { passkeyId: credential.id },
  makeRecoveryCodes: { password: 'Dayline#2026', code: '123456' },
  getOwnAccount: {},
  changeOwnName: { name: 'Deepa Kulkarni' },
  changePassword: { currentPassword: 'Dayline#2026', newPassword: 'Marigold#2027' },
  requestEmailChange: { email: 'deepa.k@sunrise.example', currentPassword: 'Dayline#2026' },
  confirmEmailChange: { token: 'q1Wz8Yd0mV3kT7bH2rLx5gq1Wz8Yd0mV3kT7bH2rLx5', pocId: '6XGY7BG9E1XG4524YS96HCQNMF' },
  listOwnSessions: {},
  endOwnSession: { ownSessionId: 'q1Wz8Yd0mV3kT7bH2rLx5g' },
  endOtherSessions: {},
  listDepartments: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
  },
  changeDepartment: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    departmentId: '5KVA9X7WTJEDMGZ3BCVBC9E5T2',
    change: { name: 'Eye Care' },
  },
  getClient: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD' },
  changeClient: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', values: { queueOrder: 'time' } },
  setRetention: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', patientYears: 10 },
  listDuePatients: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD' },
  listDueSignIns: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD' },
  eraseDueSignIns: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', months: ['2025-04', '2025-05'] },
  eraseDuePatients: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', patientIds: ['01M8GPX103W7DR43DH569XA7JX'] },
  changeBranch: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', change: { name: 'East Wing' } },
  openDepartment: { clientId: '6XGY7BG9E1XG4524YS96HCQNMD', name: 'Ophthalmology' },
  listDoctorsOfDepartment: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    departmentId: '4EMSXS199ZBNCSTBKJ0DJD2EDX',
  },
  getClientOfDoctor: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  listDepartmentsWithDoctors: {
    clientId: '01J00000000000000000000S01',
  },
  listDoctorsOfClient: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
  },
  listUsers: {
    clientId: '01J00000000000000000000S01',
  },
  addDoctor: {
    Client_ID: '01J00000000000000000000S01',
    Department_ID: '01J00000000000000000000S01',
    POC_Name: 'Sample#2026',
  },
  verifyUser: {
    phone: '919000000003',
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
  },
  saveUser: {
    name: 'Kavya Nair',
    phone: '919000000003',
    email: 'kavya@x.example',
    location: 'Pune',
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
  },
  listAvailableDates: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  listAvailableTimes: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
    date: '2026-12-23',
  },
  getFeeOfVisit: {
    pocId: '01J00000000000000000000S01',
    date: '2026-01-05',
    time: '09:15',
    type: 'Direct Consultation',
    clientId: '01J00000000000000000000S01',
  },
  createAppointment: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
    userId: '01M8GPX103W7DR43DH569XA7JX',
    date: '2026-11-30',
    time: '08:00',
    type: 'Direct Consultation',
    paymentStatus: 'Paid',
  },
  overbook: {
    userId: '01J00000000000000000000S01',
    pocId: '01J00000000000000000000S01',
    date: '2026-01-05',
    time: '09:15',
    type: 'Direct Consultation',
    paymentStatus: 'Paid',
    clientId: '01J00000000000000000000S01',
    reason: 'Sample#2026',
  },
  getVisitBefore: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
    userId: '01M8GPX103W7DR43DH569XA7JX',
  },
  listDatesWithAvailability: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  listTimesWithAvailability: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
    date: '2026-11-30',
  },
  listBlockedSlots: {
    pocId: '01J00000000000000000000S01',
  },
  blockDay: {
    pocId: '01J00000000000000000000S01',
    date: '2026-01-05',
  },
  blockSlots: {
    pocId: '01J00000000000000000000S01',
    date: '2026-01-05',
    timings: ['09:15'],
  },
  unblockSlot: {
    pocId: '01J00000000000000000000S01',
    date: '2026-01-05',
  },
  unblockSlotById: {
    slotId: '01J00000000000000000000S01_20260105_0915',
  },
  listDayHours: {
    pocId: '01J00000000000000000000S01',
  },
  setDayHours: {
    pocId: '01J00000000000000000000S01',
    date: '2026-01-05',
    intervals: [
      {
        startTime: '09:15',
        endTime: '09:15',
        appointmentsPerSlot: 1,
        slotDuration: 1,
      },
    ],
  },
  clearDayHours: {
    pocId: '01J00000000000000000000S01',
    date: '2026-01-05',
  },
  getSchedule: {
    pocId: '01J00000000000000000000S01',
  },
  listWeeks: {
    pocId: '01J00000000000000000000S01',
  },
  updateSchedule: {
    schedule: [
      {
        day: 'Monday',
        timeIntervals: [
          {
            startTime: '09:15',
            endTime: '09:15',
            appointmentsPerSlot: 1,
            slotDuration: 1,
          },
        ],
        pocId: '01J00000000000000000000S01',
      },
    ],
  },
  withdrawWeek: {
    pocId: '01J00000000000000000000S01',
    from: '2026-01-05',
  },
  previewSchedule: {
    pocId: '01J00000000000000000000S01',
  },
  listHospitalDays: {
    clientId: '01J00000000000000000000S01',
  },
  listClosures: {
    pocId: '01J00000000000000000000S01',
  },
  setHospitalDay: {
    clientId: '01J00000000000000000000S01',
    name: 'Sample#2026',
    open: [
      {
        from: '09:15',
        to: '09:15',
      },
    ],
  },
  liftHospitalDay: {
    clientId: '01J00000000000000000000S01',
    dayId: '01J00000000000000000000S01',
  },
  previewHospitalDay: {
    clientId: '01J00000000000000000000S01',
  },
  getDoctor: {
    pocId: '01J00000000000000000000S01',
  },
  listUpcomingAppointments: {
    pocId: '01J00000000000000000000S01',
  },
  getLink: {
    pocId: '01J00000000000000000000S01',
  },
  updateLink: {
    pocId: '01J00000000000000000000S01',
    link: 'Sample#2026',
  },
  getConsultationFees: {
    pocId: '01J00000000000000000000S01',
  },
  updateConsultationFees: {
    pocId: '01J00000000000000000000S01',
    fees: '500.00',
  },
  correctDoctor: {
    pocId: '01J00000000000000000000S01',
    departmentId: '01J00000000000000000000S01',
    name: 'Sample#2026',
    contactNumber: '9845012345',
  },
  changeDoctorEmail: { pocId: '01J00000000000000000000S01', email: 'leela.new@sunrise.example' },
  renameUnit: {
    pocId: '01J00000000000000000000S01',
    name: 'Sample#2026',
  },
  getFeeRules: {
    pocId: '01J00000000000000000000S01',
  },
  setFeeRules: {
    pocId: '01J00000000000000000000S01',
    feeRules: {
      rules: [
        {
          name: 'Sample#2026',
          paise: 1,
          when: {},
        },
      ],
    },
  },
  setLeft: {
    pocId: '01J00000000000000000000S01',
    from: '2027-02-04',
  },
  setOnRequest: {
    pocId: '01J00000000000000000000S01',
    sentence: 'Sample#2026',
  },
  updateProfileImage: {
    pocId: '01J00000000000000000000S01',
  },
  getPhoto: {
    photoId: '01J00000000000000000000S01_01J00000000000000000000S01',
  },
  checkImagePath: {
    path: 'Sample#2026',
  },
  countAppointmentsOfClient: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    status: 'Availed',
  },
  countDepartmentsAndDoctors: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
  },
  listTodaysAppointmentsOfClient: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
  },
  updateAppointmentStatusAsAdmin: {
    appointmentId: '0GHGG0R7R1FXJN6RN8257KPA9V_20261128_5KVA9X7WTJEDMGZ3BCVBC9E5T2',
    status: 'Availed',
  },
  correctAppointmentStatus: {
    appointmentId: '0GHGG0R7R1FXJN6RN8257KPA9V_20261128_5KVA9X7WTJEDMGZ3BCVBC9E5T2',
    status: 'Not_Availed',
    reason: 'Took the wrong card',
  },
  getDayPictureOfClient: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
  },
  countAppointmentsOfDoctor: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
    status: 'Confirmed',
  },
  countAppointmentsByType: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
    type: 'Tele Consultation',
  },
  listTodaysAppointmentsOfDoctor: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  updateAppointmentStatusAsDoctor: {
    appointmentId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ_20261128_4ZEA494VK41YJHW48BH30N72B9',
    status: 'Not_Availed',
  },
  getDayPictureOfDoctor: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  arrive: {
    appointmentId: '01J00000000000000000000S01_20260105_01J00000000000000000000S01',
  },
  withdrawArrival: {
    appointmentId: '01J00000000000000000000S01_20260105_01J00000000000000000000S01',
  },
  callPatient: {},
  withdrawCall: {
    appointmentId: '01J00000000000000000000S01_20260105_01J00000000000000000000S01',
  },
  walkIn: {
    userId: '01J00000000000000000000S01',
    pocId: '01J00000000000000000000S01',
    paymentStatus: 'Paid',
    clientId: '01J00000000000000000000S01',
  },
  undoWalkIn: {
    appointmentId: '01J00000000000000000000S01_20260105_01J00000000000000000000S01',
    undo: 'Sample#2026',
  },
  listDeskChanges: {
    pocId: '0GHGG0R7R1FXJN6RN8257KPA9V',
  },
  listCalledElsewhere: {
    pocId: '0GHGG0R7R1FXJN6RN8257KPA9V',
  },
  getQueueBoard: {
    clientId: '01J00000000000000000000S01',
  },
  exportAppointments: { clientId: '01J00000000000000000000S01', status: 'Confirmed', from: '2026-12-01' },
  exportMovedAppointments: { clientId: '01J00000000000000000000S01' },
  exportDoctors: { clientId: '01J00000000000000000000S01' },
  exportPatients: { clientId: '01J00000000000000000000S01' },
  exportOfficeList: { clientId: '01J00000000000000000000S01', list: 'departments' },
  exportLeaves: { pocId: '01J00000000000000000000P01' },
  exportWaiting: { clientId: '01J00000000000000000000S01', date: '2026-12-01' },
  exportCalls: { clientId: '01J00000000000000000000S01', open: true },
  exportTakings: { clientId: '01J00000000000000000000S01', day: '2026-12-01' },
  openCalendarFeed: { pocId: '01J00000000000000000000P01' },
  revokeCalendarFeed: { pocId: '01J00000000000000000000P01' },
  readCalendarFeed: { address: '01J00000000000000000000P01.c2VjcmV0LW9mLWFuLWV4YW1wbGUtaW4tdGhlLWRvY3VtZW.ics' },
  setRoom: {
    pocId: '01J00000000000000000000S01',
    room: 'Sample#2026',
  },
  setLateness: { pocId: '01J00000000000000000000S01', minutes: 30, before: null },
  moveAppointment: {
    appointmentId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ_20261223_01M8GPX1SFV20EWFH6VSRA07FT',
    time: '17:00',
  },
  getFeeOfMove: {
    appointmentId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ_20261223_01M8GPX1SFV20EWFH6VSRA07FT',
    time: '17:00',
  },
  undoMove: {
    appointmentId: '01J00000000000000000000S01_20260105_01J00000000000000000000S01',
    undo: 'Sample#2026',
  },
  listMovedAppointments: {
    clientId: '01J00000000000000000000S01',
  },
  listSlotsOfDoctor: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  listAppointmentDetailsOfClient: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    status: 'Confirmed',
    page: 1,
    pageSize: 200,
    search: 'kavya NAIR',
  },
  listAppointmentDetailsOfDoctor: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
    status: 'Confirmed',
  },
  countPaymentsOfDoctor: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  changeMany: {
    appointmentIds: ['01J00000000000000000000S01_20260105_01J00000000000000000000S01'],
    status: 'Availed',
  },
  undoMany: {
    batchId: 'Sample#2026',
    events: [
      {
        appointmentId: '01J00000000000000000000S01_20260105_01J00000000000000000000S01',
        eventId: 'Sample#2026',
      },
    ],
  },
  listCalls: {
    clientId: '01J00000000000000000000S01',
  },
  listWaiting: { clientId: '01J00000000000000000000S01' },
  joinWaitingList: {
    clientId: '01J00000000000000000000S01',
    userId: '01J00000000000000000000S01',
    departmentId: '01J00000000000000000000S01',
    pocId: '01J00000000000000000000S01',
    from: '2026-11-23',
    to: '2026-11-27',
    times: { from: '09:00', to: '12:00' },
    note: 'Comes from far away',
  },
  leaveWaitingList: { clientId: '01J00000000000000000000S01', waitingId: '01J00000000000000000000S01' },
  offerPlace: {
    clientId: '01J00000000000000000000S01',
    waitingId: '01J00000000000000000000S01',
    pocId: '01J00000000000000000000S01',
    date: '2026-11-23',
    time: '09:30',
    reason: 'In pain',
  },
  answerOffer: {
    clientId: '01J00000000000000000000S01',
    waitingId: '01J00000000000000000000S01',
    appointmentId: '01J00000000000000000000S01_20261123_01J00000000000000000000S01',
    answer: 'accept',
  },
  stopMessage: {
    appointmentId: '01J00000000000000000000S01_20260105_01J00000000000000000000S01',
    messageId: 1,
  },
  noteContact: {
    appointmentId: '01J00000000000000000000S01_20260105_01J00000000000000000000S01',
    reached: true,
  },
  correctPayment: {
    appointmentId: '0GHGG0R7R1FXJN6RN8257KPA9V_20261128_5KVA9X7WTJEDMGZ3BCVBC9E5T2',
    paymentStatus: 'Paid',
  },
  refundPayment: {
    appointmentId: '0GHGG0R7R1FXJN6RN8257KPA9V_20261128_5KVA9X7WTJEDMGZ3BCVBC9E5T2',
    amount: 100,
    reason: 'Waited too long',
  },
  getSlip: {
    appointmentId: '01J00000000000000000000S01_20260105_01J00000000000000000000S01',
  },
  getTakenToday: {
    clientId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  getTakings: {
    clientId: '01J00000000000000000000S01',
    day: '2026-01-05',
  },
  closeDay: {
    clientId: '01J00000000000000000000S01',
    day: '2026-01-05',
    position: '0000000000000001',
    closings: 1,
  },
  getPatientOverview: {
    userId: '01J00000000000000000000S01',
  },
  getPatientFamily: {
    userId: '01J00000000000000000000S01',
  },
  listSamePerson: {
    userId: '01J00000000000000000000S01',
  },
  findDuplicates: {
    clientId: '01J00000000000000000000S01',
    name: 'Sample#2026',
  },
  listDuplicates: {
    clientId: '01J00000000000000000000S01',
  },
  chooseMessages: {
    userId: '01J00000000000000000000S01',
    email: false,
    reason: 'Prefers a call',
  },
  setMessageLanguage: {
    userId: '01J00000000000000000000S01',
    language: 'hi',
  },
  answerVisit: {
    token: '01J00000000000000000000S01.q1Wz8Yd0mV3kT7bH2rLx5gq1Wz8Yd0mV3kT7bH2rLx5',
    appointmentId: '01J00000000000000000000D01_20261121_01J00000000000000000000A01',
    answer: { is: 'confirm', date: '2026-11-21', time: '09:00' },
  },
  declineMessages: { token: 'q1Wz8Yd0mV3kT7bH2rLx5gq1Wz8Yd0mV3kT7bH2rLx5', userId: '01J00000000000000000000S01' },
  dismissDuplicate: {
    userId: '01J00000000000000000000S01',
    otherId: '01J00000000000000000000S02',
  },
  mergePatients: {
    userId: '01J00000000000000000000S01',
    otherId: '01J00000000000000000000S02',
    fromOther: ['name'],
    reason: 'Sample#2026',
  },
  splitPatient: {
    userId: '01J00000000000000000000S01',
    mergeId: 'Sample#2026',
  },
  searchPatients: {
    clientId: '01J00000000000000000000S01',
    search: 'Sample#2026',
  },
  searchAuditAppointments: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
    date: '2026-11-30',
    search: 'Kavya',
  },
  getAppointmentStory: {
    appointmentId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ_20261130_01M8GPX1E8SHMJC7EDWRQDT2S7',
  },
  listActivity: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    patientId: '01M8GPX103W7DR43DH569XA7JX',
    action: 'booking',
  },
  countActivity: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
    date: '2026-11-28',
  },
  listActivityActors: {
    clientId: '6XGY7BG9E1XG4524YS96HCQNMD',
  },
  getActivityCauses: {
    clientId: '01J00000000000000000000S01',
    eventId: 'Sample#2026',
  },
  getBoardAsOf: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  getDashboardAsOf: {},
  getAvailabilityAsOf: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
    date: '2026-11-30',
  },
  listAppointmentsAsOf: {
    date: '2026-11-30',
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  listReplayMarks: {
    pocId: '4P07Y8DA99BZ33R0ABVJ0C5AMQ',
  },
  exportCsv: {
    clientId: '01J00000000000000000000S01',
  },
  exportNdjson: {
    clientId: '01J00000000000000000000S01',
  },
  listAuditKeys: {},
  checkLog: {
    clientId: '01J00000000000000000000S01',
  },
  getLastCheck: {
    clientId: '01J00000000000000000000S01',
  },
  getReport: {
    month: '2026-11',
    at: '2020-01-01T00:00:00.000Z',
  },
  exportReportCsv: {
    month: '2026-01',
  },
  exportReportNdjson: {
    month: '2026-01',
  },
  verifyPocEmail: {
    clientId: '01J00000000000000000000S01',
    email: 'asha@sunrise.example',
  },
  verifyEmail: {
    token: 'Sample#2026',
    pocId: '01J00000000000000000000S01',
  },
  updatePassword: {
    email: 'asha@sunrise.example',
    password: 'Sample#2026',
    pocId: '01J00000000000000000000S01',
  },
  requestPasswordReset: {
    email: 'asha@sunrise.example',
  },
  requestSignInLink: {
    email: 'asha@sunrise.example',
  },
  signInByLink: {
    token: 'Sample#2026',
    pocId: '01J00000000000000000000S01',
  },
  checkResetLink: {
    token: 'Sample#2026',
    pocId: '01J00000000000000000000S01',
  },
  resetPassword: {
    token: 'Sample#2026',
    pocId: '01J00000000000000000000S01',
    newPassword: 'Sample#2026',
  },
  checkInvitation: {
    token: 'Sample#2026',
    pocId: '01J00000000000000000000S01',
  },
  acceptInvitation: {
    token: 'Sample#2026',
    pocId: '01J00000000000000000000S01',
    name: 'Deepa Kulkarni',
    password: 'Sample#2026',
  },
  sendContactMessage: {
    name: 'Sample#2026',
    email: 'asha@sunrise.example',
    message: 'Sample#2026',
  },
  previewLeave: {
    pocId: '0GHGG0R7R1FXJN6RN8257KPA9V',
    from: '2026-11-28',
    to: '2026-11-28',
  },
  startLeave: {
    pocId: '0GHGG0R7R1FXJN6RN8257KPA9V',
    from: '2026-11-28',
    to: '2026-11-28',
    rows: [
      {
        appointmentId: '0GHGG0R7R1FXJN6RN8257KPA9V_20261128_5KVA9X7WTJEDMGZ3BCVBC9E5T2',
        action: 'keep',
        to: null,
      },
    ],
  },
  undoLeave: {
    pocId: '0GHGG0R7R1FXJN6RN8257KPA9V',
    leaveId: '0GHGG0R7R1FXJN6RN8257KPA9V_0GHGG0R7R1FXJN6RN8257KPA9V',
  },
  endLeave: {
    pocId: '0GHGG0R7R1FXJN6RN8257KPA9V',
    leaveId: '0GHGG0R7R1FXJN6RN8257KPA9V_0GHGG0R7R1FXJN6RN8257KPA9V',
  },
  listLeaves: {
    pocId: '0GHGG0R7R1FXJN6RN8257KPA9V',
  },
  getLeave: {
    pocId: '0GHGG0R7R1FXJN6RN8257KPA9V',
    leaveId: '0GHGG0R7R1FXJN6RN8257KPA9V_0GHGG0R7R1FXJN6RN8257KPA9V',
  },
  uploadImport: {
    clientId: '01J00000000000000000000S01',
  },
  readImportColumns: {
    clientId: '01J00000000000000000000S01',
    importId: '01J00000000000000000000S01',
    kind: 'patients',
  },
  decideImportRows: {
    clientId: '01J00000000000000000000S01',
    importId: '01J00000000000000000000S01',
    decisions: [{ row: 7, same: true }],
  },
  previewImport: {
    clientId: '01J00000000000000000000S01',
    importId: '01J00000000000000000000S01',
    kind: 'patients',
    columns: ['uhid'],
  },
  exportRefusedRows: {
    clientId: '01J00000000000000000000S01',
    importId: '01J00000000000000000000S01',
    digest: 'Sample#2026',
  },
  startImport: {
    clientId: '01J00000000000000000000S01',
    importId: '01J00000000000000000000S01',
    digest: 'Sample#2026',
  },
  undoImport: {
    clientId: '01J00000000000000000000S01',
    importId: '01J00000000000000000000S01',
  },
  listImports: {
    clientId: '01J00000000000000000000S01',
  },
  getImport: {
    clientId: '01J00000000000000000000S01',
    importId: '01J00000000000000000000S01',
  },
  exportList: {
    clientId: '01J00000000000000000000S01',
    kind: 'patients',
  },
  addDisplay: {
    clientId: '01J00000000000000000000S01',
    name: 'Sample#2026',
    pocIds: ['01J00000000000000000000S01'],
  },
  makeDisplayLink: {
    clientId: '01J00000000000000000000S01',
    displayId: '01J00000000000000000000S01',
  },
  revokeDisplay: {
    clientId: '01J00000000000000000000S01',
    displayId: '01J00000000000000000000S01',
  },
  pairDisplay: {
    displayId: '01J00000000000000000000S01',
    token: 'Sample#2026',
  },
  createPairingCode: {},
  checkPairingCode: {
    code: '204871',
    screen: 'Sample#2026',
  },
  pairDisplayByCode: {
    clientId: '01J00000000000000000000S01',
    displayId: '01J00000000000000000000S01',
    code: '204871',
  },
  listDisplays: {
    clientId: '01J00000000000000000000S01',
  },
  getDisplayBoard: {},
  issueApiKey: {
    clientId: '01J00000000000000000000S01',
    name: 'Laboratory',
    scopes: ['slots:read', 'appointments:read'],
    days: 90,
  },
  changeApiKeyScopes: {
    clientId: '01J00000000000000000000S01',
    apiKeyId: '01J00000000000000000000S01',
    scopes: ['slots:read'],
  },
  revokeApiKey: {
    clientId: '01J00000000000000000000S01',
    apiKeyId: '01J00000000000000000000S01',
  },
  listApiKeys: {
    clientId: '01J00000000000000000000S01',
  },
  listPartnerSlots: {
    departmentId: '01J00000000000000000000S01',
    from: '2026-12-01',
    to: '2026-12-07',
  },
  lookUpPatients: { phone: '+919876543210' },
  getPartnerAppointment: { appointmentId: '01J00000000000000000000S01_20261201_01J00000000000000000000S01' },
  savePartnerPatient: { name: 'Meera Nair', phone: '+919876543210', email: null, location: 'Pune' },
  bookPartnerAppointment: {
    patientId: '01J00000000000000000000S01',
    slotId: '01J00000000000000000000S01_20261201_0915',
  },
  createHold: {
    slotId: '01J00000000000000000000S01_20261201_0915',
    phone: '+919876543210',
  },
  releaseHold: { appointmentId: '01J00000000000000000000S01_20261201_01J00000000000000000000S01' },
  movePartnerAppointment: {
    appointmentId: '01J00000000000000000000S01_20261201_01J00000000000000000000S01',
    slotId: '01J00000000000000000000S01_20261202_0930',
  },
  cancelPartnerAppointment: { appointmentId: '01J00000000000000000000S01_20261201_01J00000000000000000000S01' },
  listPartnerAppointments: { patientId: '01J00000000000000000000S01' },
  addWebhook: {
    clientId: '01J00000000000000000000S01',
    url: 'https://lims.sunrise.example/dayline',
    types: ['appointment.booked', 'appointment.moved', 'appointment.cancelled'],
  },
  changeWebhook: {
    clientId: '01J00000000000000000000S01',
    webhookId: '01J00000000000000000000S01',
    url: 'https://lims.sunrise.example/dayline',
    types: ['appointment.booked', 'appointment.moved', 'appointment.cancelled'],
  },
  rotateWebhookSecret: { clientId: '01J00000000000000000000S01', webhookId: '01J00000000000000000000S01' },
  switchWebhook: { clientId: '01J00000000000000000000S01', webhookId: '01J00000000000000000000S01', isEnabled: false },
  replayWebhook: {
    clientId: '01J00000000000000000000S01',
    webhookId: '01J00000000000000000000S01',
    from: { since: '2026-11-22T09:01:07.000Z' },
  },
  removeWebhook: { clientId: '01J00000000000000000000S01', webhookId: '01J00000000000000000000S01' },
  testWebhook: { clientId: '01J00000000000000000000S01', webhookId: '01J00000000000000000000S01' },
  sendDeliveryAgain: {
    clientId: '01J00000000000000000000S01',
    webhookId: '01J00000000000000000000S01',
    deliveryId: '01J00000000000000000000S01',
  },
  listWebhooks: { clientId: '01J00000000000000000000S01' },
  listDeliveries: { clientId: '01J00000000000000000000S01', webhookId: '01J00000000000000000000S01' },
  listChats: { clientId: '01J00000000000000000000S01' },
  countWaitingChats: { clientId: '01J00000000000000000000S01' },
  readChat: { clientId: '01J00000000000000000000S01', chatId: '0123456789abcdef0123456789abcdef' },
  replyToChat: {
    clientId: '01J00000000000000000000S01',
    chatId: '0123456789abcdef0123456789abcdef',
    text: 'Yes, please bring them.',
  },
  handBackChat: { clientId: '01J00000000000000000000S01', chatId: '0123456789abcdef0123456789abcdef' },
  tryChatbot: { person: 'known', act: { does: 'say', text: 'Hi' } },
  listEvents: { after: '0000000000000001', waitSeconds: 20 },
};

export const exampleRequests: Readonly<Record<string, Readonly<Record<string, unknown>>>> = callEntries;
