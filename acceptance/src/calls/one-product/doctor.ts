import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { livePath } from '@dayline/contracts/live';
import { nothingChanged } from '@dayline/contracts/words/replies';
import { demoPassword } from '@dayline/standalone/demo/clients';
import { io } from 'socket.io-client';
import { eventsIn, eventually } from '../../testing/event-file.ts';
import { type Caller, readAfter } from '../../testing/http-caller.ts';
import { everyDay, hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** "Doctor" of section 7 and adding one, on the started product. */

let clinic: StartedClinic;
let mine = '';
beforeAll(async () => {
  clinic = await sharedClinic();
  mine = clinic.doctor.user.pocId ?? '';
});

async function openSocket(url: string, cookie: string) {
  const origin = new URL(url).origin;
  const socket = io(url, { path: livePath, transports: ['websocket'], extraHeaders: { cookie, origin } });
  await eventually('the socket is open', async () => socket.connected);
  return socket;
}

const messages = (failure: { details?: { fields?: { message: string }[] | undefined } | undefined }) =>
  failure.details?.fields?.map(({ message }) => message);

describe('the meeting link', () => {
  test("'link updated successfully', and it is what get-link answers", async () => {
    const link = 'https://meet.google.com/abc-defg-hij';
    const reply = (await clinic.doctor.call('updateLink', { pocId: mine, link: ` ${link} ` })).reply();
    expect(reply.message).toBe('link updated successfully');
    const read = await clinic.doctor.call('getLink', { pocId: mine }, readAfter(reply.position));
    expect(read.reply()).toEqual({ success: true, link });
  });

  test.each([
    ['another host', 'https://meet.example.com/abc'],
    ['a host that only begins so', 'https://meet.google.com.evil.example/abc'],
    ['a script', 'javascript:alert(1)'],
    ['the host alone', 'https://meet.google.com'],
  ])("%s: 'Please enter a valid Google Meet link.'", async (_, link) => {
    const answer = await clinic.doctor.call('updateLink', { pocId: mine, link });
    expect(answer.status).toBe(422);
    expect(answer.failure()).toMatchObject({
      code: 'link.invalid',
      message: 'Please enter a valid Google Meet link.',
    });
  });

  test("nothing: 'Please enter a Google Meet link.'", async () => {
    const answer = await clinic.doctor.call('updateLink', { pocId: mine, link: ' ' });
    expect(messages(answer.failure())).toEqual(['Please enter a Google Meet link.']);
  });
});

test('a department is added by the own administrators, with a name that no other has, and doctors are added to it', async () => {
  const { admin, clientId, stranger } = clinic;
  const open = (name: string, key = {}) => admin.call('openDepartment', { clientId, name }, key);
  const key = { 'Idempotency-Key': 'add-ophthalmology' };
  const { departmentId, position, message } = (await open('  Ophthalmology ', key)).reply();
  expect(message).toBe('Department added.');
  expect((await open('  Ophthalmology ', key)).reply()).toMatchObject({ departmentId, position });
  const listed = (await admin.call('listDepartments', { clientId }, readAfter(position))).reply();
  expect(listed).toContainEqual({ departmentId, Value_name: 'Ophthalmology' });
  for (const name of ['ophthalmology', 'Ophthalmology']) {
    expect((await open(name)).failure()).toMatchObject({ code: 'department.name-taken' });
  }
  expect(messages((await open(' ')).failure())).toEqual(['Please enter a name.']);
  const spellings = ['Hand  Surgery', 'hand surgery', 'HAND\u200b SURGERY', 'Hand\nSurgery'];
  const together = await Promise.all(spellings.map((name) => open(name)));
  expect(together.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(together.filter(({ status }) => status === 409)).toHaveLength(3);
  // Another client has its own names, and nobody adds to a foreign one.
  const foreign = stranger.user.clientId;
  expect((await stranger.call('openDepartment', { clientId, name: 'Orthopaedics' })).status).toBe(403);
  expect((await stranger.call('openDepartment', { clientId: foreign, name: 'Ophthalmology' })).status).toBe(200);
  expect((await clinic.doctor.call('openDepartment', { clientId, name: 'Orthopaedics' })).status).toBe(403);
  const doctor = { Client_ID: clientId, Department_ID: departmentId, POC_Name: 'Anand Rege' };
  const contact = { Contact_Number: '9876512399', Email: 'anand.rege@sunrise.example' };
  const added = (await admin.call('addDoctor', { ...doctor, ...contact }, readAfter(position))).reply();
  const profile = (await admin.call('getDoctor', { pocId: added.pocId }, readAfter(added.position))).reply();
  expect(profile).toMatchObject({ specialization: 'Ophthalmology' });
});

test('kinds of fees: what a visit would cost, what it costs, and another amount with a word why', async () => {
  const { admin, clientId, inDays } = clinic;
  const pocId = await clinic.newDoctor(hours('09:00', '12:00'));
  const person = { name: 'Meera Feecanary', phone: '919000000077', email: 'm@x.example', location: 'Pune', clientId };
  const { userId } = (await admin.call('saveUser', person)).reply();
  const followUp = { name: 'Follow-up within 8 days', paise: 0, when: { withinDays: 8 } };
  const feeRules = { rules: [followUp, { name: 'Everybody', paise: 60_000, when: {} }] };
  const set = (await admin.call('setFeeRules', { pocId, feeRules })).reply();
  const read = await clinic.doctor.call('getFeeRules', { pocId: mine }, readAfter(set.position));
  expect(read.reply()).toMatchObject({ own: null, revision: -1, ofClient: null });
  const { revision } = (await admin.call('getFeeRules', { pocId }, readAfter(set.position))).reply();
  // From a page that was opened before.
  const late = (await admin.call('setFeeRules', { pocId, feeRules: null, revision: -1 })).failure();
  expect(late).toMatchObject({ code: 'fees.changed', details: { fees: { revision, by: expect.any(String) } } });
  const same = (await admin.call('setFeeRules', { pocId, feeRules, revision })).reply();
  expect(same).toMatchObject({ position: null, message: nothingChanged });

  const visit = { userId, pocId, type: 'Direct Consultation', clientId } as const;
  const first = { ...visit, date: inDays(40), time: '09:00' };
  const answerOf = async (place: typeof first, position: string | null) =>
    (await admin.call('getFeeOfVisit', place, readAfter(position))).reply();
  expect(await answerOf(first, set.position)).toMatchObject({ amount: 60_000, rule: 'Everybody' });
  const booked = (await admin.call('createAppointment', { ...first, paymentStatus: 'Paid' })).reply();
  const laterVisit = { ...first, date: inDays(47) };
  expect(await answerOf(laterVisit, booked.position)).toMatchObject({ amount: 0, rule: followUp.name });
  const dear = { ...laterVisit, paymentStatus: 'Pay_later', amount: 30_000 } as const;
  expect((await admin.call('createAppointment', dear)).failure().code).toBe('fee.reason-missing');
  expect((await admin.call('createAppointment', { ...dear, feeReason: 'Long visit' })).status).toBe(200);
});

test('a fee of a patient class is for a booking that names it, and a move keeps the class', async () => {
  const { admin, clientId, inDays } = clinic;
  const pocId = await clinic.newDoctor(hours('09:00', '12:00'));
  const person = { name: 'Meera Classcanary', phone: '919000000078', email: 'm@x.example', location: 'Pune', clientId };
  const { userId } = (await admin.call('saveUser', person)).reply();
  const cghs = { name: 'CGHS', paise: 10_000, when: { patientClass: 'CGHS' } };
  const feeRules = { rules: [cghs, { name: 'Sunday', paise: 90_000, when: { on: ['Sunday'] as 'Sunday'[] } }] };
  const set = (await admin.call('setFeeRules', { pocId, feeRules })).reply();
  const read = (await admin.call('getFeeRules', { pocId }, readAfter(set.position))).reply();
  expect(read.patientClasses).toEqual(['CGHS']);
  const place = { userId, pocId, date: inDays(40), time: '09:00', type: 'Direct Consultation', clientId } as const;
  const asked = { ...place, patientClass: 'CGHS' };
  expect((await admin.call('getFeeOfVisit', asked)).reply()).toMatchObject({ amount: 10_000, rule: 'CGHS' });
  expect((await admin.call('getFeeOfVisit', place)).reply().rule).not.toBe('CGHS');
  const other = { ...place, patientClass: 'Staff', paymentStatus: 'Pay_later' } as const;
  const refused = await admin.call('createAppointment', other);
  expect([refused.status, refused.failure().code]).toEqual([422, 'class.unknown']);
  const { appointmentId } = (await admin.call('createAppointment', { ...asked, paymentStatus: 'Pay_later' })).reply();
  const moved = { appointmentId, pocId, date: inDays(41), time: '10:00' };
  const { position, appointmentId: there } = (await admin.call('moveAppointment', moved)).reply();
  const events = await eventsIn(clinic.product.dataDir, streams.doctorDay(pocId, inDays(41)));
  expect(events.find(({ type }) => type === 'AppointmentBooked')?.data).toMatchObject({ patientClass: 'CGHS' });
  const fee = { appointmentId: there, pocId, date: inDays(42), time: '10:00' };
  expect((await admin.call('getFeeOfMove', fee, readAfter(position))).reply()).toMatchObject({ after: 10_000 });
});

describe('the consultation fees', () => {
  test.each(['750.50', '0.00', '9999999.99'])("%s: 'fees updated successfully'", async (fees) => {
    const reply = (await clinic.doctor.call('updateConsultationFees', { pocId: mine, fees })).reply();
    expect(reply.message).toBe('fees updated successfully');
    const read = await clinic.doctor.call('getConsultationFees', { pocId: mine }, readAfter(reply.position));
    expect(read.reply()).toEqual({ success: true, fees });
  });

  test.each([
    ['', 'Please enter the consultation fees.'],
    ['-1.00', 'Please enter a valid fee amount.'],
    ['12', 'Please enter a valid fee amount.'],
    ['1e3', 'Please enter a valid fee amount.'],
    ['١٢.٠٠', 'Please enter a valid fee amount.'],
  ])('%j: %s', async (fees, message) => {
    const answer = await clinic.doctor.call('updateConsultationFees', { pocId: mine, fees });
    expect(answer.status).toBe(400);
    expect(messages(answer.failure())).toContain(message);
  });

  test('are kept in paise, once for a key', async () => {
    const key = { 'Idempotency-Key': 'fees-of-asha-1' };
    const request = { pocId: mine, fees: '321.05' };
    const first = (await clinic.doctor.call('updateConsultationFees', request, key)).reply();
    expect((await clinic.doctor.call('updateConsultationFees', request, key)).reply()).toEqual(first);
    const events = await eventsIn(clinic.product.dataDir, streams.doctor(mine));
    expect(events.at(-1)).toMatchObject({ type: 'ConsultationFeeSet', data: { fee: 32_105 } });
    const set = events.filter(({ type, data }) => type === 'ConsultationFeeSet' && data['fee'] === 32_105);
    expect(set).toHaveLength(1);
  });
});

describe('the profile', () => {
  test('has what is known, and null where nothing is', async () => {
    const profile = (await clinic.doctor.call('getDoctor', { pocId: mine })).reply();
    expect(profile).toMatchObject({
      name: 'Dr. Asha Menon',
      specialization: 'Cardiology',
      email: 'doctor@sunrise.example',
      rating: null,
      reviewCount: null,
    });
    expect(profile.experience).toBeGreaterThan(0);
    expect(profile.phone).toMatch(/^91\d{10}$/);
  });

  test('counts the people who visited, each once', async () => {
    const visits = (
      await clinic.doctor.call('listAppointmentDetailsOfDoctor', { pocId: mine, status: 'Availed' })
    ).reply();
    const people = new Set(visits.map(({ User_ID }) => User_ID));
    expect(visits.length).toBeGreaterThan(people.size);
    const { patientCount } = (await clinic.doctor.call('getDoctor', { pocId: mine })).reply();
    expect(patientCount).toBe(people.size);
  });

  test('upcoming appointments are the next ten Confirmed ones; the reason is the type', async () => {
    const pocId = await clinic.newDoctor(hours('09:00', '15:00', 3));
    const date = clinic.inDays(4);
    expect((await clinic.admin.call('listUpcomingAppointments', { pocId })).reply()).toEqual([]);
    const gone = await clinic.book(pocId, date, '09:00', 'Cancelled One');
    const { position } = (
      await clinic.admin.call('updateAppointmentStatusAsAdmin', { appointmentId: gone, status: 'Cancelled' })
    ).reply();
    for (const time of [
      '14:00',
      '10:00',
      '10:30',
      '11:00',
      '11:30',
      '12:00',
      '12:30',
      '13:00',
      '13:30',
      '14:30',
      '09:30',
    ])
      await clinic.book(pocId, date, time, `At ${time}`);
    await clinic.book(pocId, clinic.inDays(3), '14:00', 'The day before');
    const rows = (await clinic.admin.call('listUpcomingAppointments', { pocId }, readAfter(position))).reply();
    expect(rows).toHaveLength(10);
    expect(rows.slice(0, 2)).toMatchObject([
      { patientName: 'The day before', reason: 'Direct Consultation', time: '14:00', date: clinic.inDays(3) },
      { patientName: 'At 09:30', reason: 'Direct Consultation', time: '09:30', date },
    ]);
    expect(rows.map(({ patientName }) => patientName)).not.toContain('Cancelled One');
  });
});

describe('adding a doctor', () => {
  let number = 0;
  const draft = (more: object = {}): RequestInputOf<'addDoctor'> => {
    number += 1;
    return {
      Client_ID: clinic.clientId,
      Department_ID: clinic.departmentId,
      POC_Name: 'Neha Iyer',
      Specialization: 'whatever the page says',
      Contact_Number: '9876512345',
      Email: `neha${number}@sunrise.example`,
      ...more,
    };
  };
  const add = (more: object = {}, headers = {}) => clinic.admin.call('addDoctor', draft(more), headers);
  const added = async (pocId: string) => (await eventsIn(clinic.product.dataDir, streams.doctor(pocId)))[0];

  test("puts 'Dr.' and 91 in front, and takes the department's name for the specialization", async () => {
    const { pocId, position } = (await add({ Consultation_Fees: '450.50', Meet_Link: null })).reply();
    const profile = (await clinic.admin.call('getDoctor', { pocId }, readAfter(position))).reply();
    const departments = (await clinic.admin.call('listDepartments', { clientId: clinic.clientId })).reply();
    expect(profile).toMatchObject({
      name: 'Dr. Neha Iyer',
      phone: '919876512345',
      specialization: departments[0]?.Value_name,
      patientCount: 0,
      experience: null,
      profile_image: null,
    });
    expect((await clinic.admin.call('getConsultationFees', { pocId })).reply().fees).toBe('450.50');
    expect((await clinic.admin.call('getLink', { pocId })).reply().link).toBeNull();
  });

  test.each([
    ['Dr. Neha Iyer', 'Dr. Neha Iyer'],
    ['dr neha', 'Dr. neha'],
    ['Drishti Rao', 'Dr. Drishti Rao'],
  ])('the name %j becomes %j', async (name, titled) => {
    const { pocId } = (await add({ POC_Name: name, Contact_Number: '919876512345' })).reply();
    expect((await added(pocId))?.data).toMatchObject({ name: titled });
  });

  test.each([
    ['none', {}, null],
    ['blank', { Consultation_Fees: '' }, null],
    ['0', { Consultation_Fees: '0.00' }, null],
    ['a number', { Consultation_Fees: 99.99 }, 9_999],
    ['two decimals', { Consultation_Fees: '0.29' }, 29],
  ])('fees, %s', async (_, more, fee) => {
    const { pocId } = (await add({ ...more, External_POC_ID: '', Meet_Link: '' })).reply();
    expect((await added(pocId))?.data).toMatchObject({ consultationFee: fee, externalId: null, meetingLink: null });
  });

  test.each([
    ['Department is required.', { Department_ID: '' }],
    ['Name is required.', { POC_Name: '  ' }],
    ['Name is required.', { POC_Name: 'Dr.' }],
    ['Contact number must start with 91 and have 10 digits.', { Contact_Number: '929876512345' }],
    ['Contact number must start with 91 and have 10 digits.', { Contact_Number: '98765' }],
    ['Email is invalid.', { Email: 'neha.sunrise' }],
    ['Please enter a valid fee amount.', { Consultation_Fees: '1.234' }],
    ['Please enter a valid fee amount.', { Consultation_Fees: -1 }],
  ])('%s', async (message, more) => {
    const answer = await add(more);
    expect(answer.status).toBe(400);
    expect(messages(answer.failure())).toEqual([message]);
  });

  test('an e-mail is unique in the product, an external id at its client, a link of the host', async () => {
    const { pocId } = (await add({ Email: 'unique@sunrise.example', External_POC_ID: 'EXT-1' })).reply();
    expect((await add({ Email: 'UNIQUE@sunrise.example' })).failure()).toMatchObject({
      code: 'email.taken',
      message: 'This email is already in use.',
    });
    expect((await add({ Email: 'admin@sunrise.example' })).failure().code).toBe('email.taken');
    const taken = await add({ External_POC_ID: 'EXT-1' });
    expect({ status: taken.status, code: taken.failure().code }).toEqual({ status: 409, code: 'external-id.taken' });
    expect((await add({ Meet_Link: 'https://meet.example/x' })).failure().code).toBe('link.invalid');

    const { clientId } = clinic.stranger.user;
    const departments = (await clinic.stranger.call('listDepartments', { clientId })).reply();
    const there = { Client_ID: clientId, Department_ID: departments[0]?.departmentId ?? '' };
    const elsewhere = (more: object) => clinic.stranger.call('addDoctor', draft({ ...there, ...more }));
    expect((await elsewhere({ Email: 'unique@sunrise.example' })).failure().code).toBe('email.taken');
    const same = (await elsewhere({ External_POC_ID: 'EXT-1' })).reply();
    expect(same.pocId).not.toBe(pocId);
  });

  test('the same key adds one', async () => {
    const key = { 'Idempotency-Key': 'add-neha-once' };
    const request = draft();
    const first = (await clinic.admin.call('addDoctor', request, key)).reply();
    expect((await clinic.admin.call('addDoctor', request, key)).reply()).toEqual(first);
    const otherAnswer = await clinic.admin.call('addDoctor', { ...request, POC_Name: 'Other' }, key);
    expect(otherAnswer.failure().code).toBe('key.reused');
    // Email address and phone number are encrypted.
    expect(JSON.stringify(await added(first.pocId))).not.toContain(request.Email);
  });

  test('a unit keeps its name, has no email and no sign-up, and is listed, planned and booked like a doctor', async () => {
    const unit = { POC_Kind: 'unit', POC_Name: 'Physiotherapy Room 2', Contact_Number: null, Email: null } as const;
    const { pocId, message } = (await add(unit)).reply();
    expect(message).toBe('Unit Added Successfully');
    expect((await added(pocId))?.data).toMatchObject({ kind: 'unit', name: 'Physiotherapy Room 2', email: null });
    const schedule = everyDay(hours('09:00', '10:00')).map((day) => ({ ...day, pocId }));
    (await clinic.admin.call('updateSchedule', { schedule })).reply();
    const date = clinic.inDays(2);
    await clinic.book(pocId, date, '09:00', 'Meera Nair');

    const { clientId, departmentId } = clinic;
    const inDepartment = (await clinic.admin.call('listDoctorsOfDepartment', { clientId, departmentId })).reply();
    expect(inDepartment.find(({ POC_ID }) => POC_ID === pocId)).toMatchObject({ POC_Kind: 'unit', Email: null });
    expect(inDepartment.filter(({ POC_Kind }) => POC_Kind === undefined).length).toBeGreaterThan(1);
    const found = { clientId, search: 'physiotherapy room' };
    expect((await clinic.auditor.call('listDoctorsOfClient', found)).reply()).toMatchObject([
      { pocId, kind: 'unit', pocName: 'Physiotherapy Room 2', email: null, contactNumber: null },
    ]);
    expect((await clinic.admin.call('getDoctor', { pocId })).reply()).toMatchObject({ kind: 'unit', email: null });
    expect((await clinic.admin.call('getDoctor', { pocId: mine })).reply()).not.toHaveProperty('kind');
    expect((await clinic.stranger.call('getDoctor', { pocId })).failure().code).toBe('access.foreign');

    const rename = (by: Caller, of: string) => by.call('renameUnit', { pocId: of, name: ' Rehab Room ' });
    const renamed = (await rename(clinic.admin, pocId)).reply();
    expect((await clinic.admin.call('getDoctor', { pocId }, readAfter(renamed.position))).reply().name).toBe(
      'Rehab Room',
    );
    const refused = [
      await rename(clinic.admin, mine),
      await rename(clinic.doctor, pocId),
      await rename(clinic.auditor, pocId),
      await rename(clinic.stranger, pocId),
    ];
    expect(refused.map((answer) => answer.failure().code)).toEqual([
      ...['access.role', 'access.role', 'access.role', 'access.foreign'],
    ]);

    expect(messages((await add({ ...unit, Email: 'unit@sunrise.example' })).failure())).toEqual([
      'A unit has no email.',
    ]);
    expect(messages((await add({ Email: null, Contact_Number: undefined })).failure())).toEqual([
      'Contact number must start with 91 and have 10 digits.',
      'Email is invalid.',
    ]);
  });

  test("is the admin's, in the own client and its departments", async () => {
    expect((await clinic.doctor.call('addDoctor', draft())).failure().code).toBe('access.role');
    expect((await clinic.auditor.call('addDoctor', draft())).failure().code).toBe('access.role');
    expect((await clinic.stranger.call('addDoctor', draft())).failure().code).toBe('access.foreign');
    const half = draft({ Client_ID: clinic.stranger.user.clientId });
    expect((await clinic.stranger.call('addDoctor', half)).failure().code).toBe('access.foreign');
    expect((await clinic.nobody.call('addDoctor', draft())).status).toBe(401);
  });
});

test('a doctor sees what the desk changed, and not what changed for others', async () => {
  const { admin, doctor, stranger } = clinic;
  const { position } = (await admin.call('updateConsultationFees', { pocId: mine, fees: '650.00' })).reply();
  const listed = (await doctor.call('listDeskChanges', { pocId: mine }, readAfter(position))).reply();
  expect(listed[0]).toMatchObject({ actor: { name: admin.user.name }, sentence: expect.stringContaining('₹650') });
  const own = (await doctor.call('updateConsultationFees', { pocId: mine, fees: '700.00' })).reply();
  expect((await doctor.call('listDeskChanges', { pocId: mine }, readAfter(own.position))).reply()).toEqual(listed);
  const pocId = await clinic.newDoctor(hours('09:00', '10:00'));
  for (const person of [doctor, stranger]) {
    expect((await person.call('listDeskChanges', { pocId })).failure().code).toMatch(/^access\./);
  }
});

test('not bookable from a date: no dates from then on, and what is booked is among the people to call', async () => {
  const { admin, doctor, auditor, stranger, clientId } = clinic;
  const pocId = await clinic.newDoctor(hours('09:00', '10:00'));
  const [before, from] = [clinic.inDays(1), clinic.inDays(2)];
  await clinic.book(pocId, from, '09:00', 'Meera Nair');
  const after = readAfter((await admin.call('setLeft', { pocId, from })).reply().position);
  expect((await admin.call('listAvailableDates', { pocId }, after)).reply().every((date) => date <= before)).toBe(true);
  expect((await admin.call('listAvailableTimes', { pocId, date: from })).reply()).toEqual([]);
  const search = { clientId, search: (await admin.call('getDoctor', { pocId })).reply().name };
  expect((await auditor.call('listDoctorsOfClient', search)).reply()).toMatchObject([{ pocId, leftFrom: from }]);
  const calls = (await admin.call('listCalls', { clientId, pocId, why: 'left' })).reply();
  expect(calls).toMatchObject([{ UserName: 'Meera Nair', AppointmentDate: from, why: 'left', reason: null }]);

  const person = { name: 'Asha Pillai', phone: '919888877002', email: 'p@x.example', location: 'Pune', clientId };
  const { userId } = (await admin.call('saveUser', person)).reply();
  const place = { userId, pocId, date: from, time: '09:30', clientId };
  const booking = { ...place, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  const refused = await admin.call('createAppointment', booking);
  expect(refused.status).toBe(409);
  const message = 'This doctor can no longer be booked on this date.';
  expect(refused.failure()).toMatchObject({ code: 'doctor.left', message });

  expect((await doctor.call('setLeft', { pocId: mine, from: null })).failure().code).toBe('access.role');
  expect((await stranger.call('setLeft', { pocId, from: null })).failure().code).toBe('access.foreign');
  expect((await auditor.call('setLeft', { pocId, from: null })).failure().code).toBe('access.role');

  (await admin.call('setLeft', { pocId, from: null })).reply();
  const { position } = (await admin.call('createAppointment', booking)).reply();
  expect((await admin.call('listCalls', { clientId, pocId }, readAfter(position))).reply()).toEqual([]);
  const { entries } = (await admin.call('listActivity', { clientId, pocId })).reply();
  const texts = entries.map((entry) => JSON.stringify(entry));
  for (const phrase of ['doctorLeft', 'doctorReturned']) expect(texts.some((text) => text.includes(phrase))).toBe(true);
});

test('a doctor whose last day is over is signed out everywhere, is refused with the reason, and can return', async () => {
  const { admin, doctor, nobody, product, inDays } = clinic;
  const { pocId } = doctor.user;
  if (pocId === null) throw new Error('The doctor has no own id.');
  const socket = await openSocket(product.url, doctor.cookie);
  const signIn = (password: string) =>
    nobody.call('signIn', { email: 'doctor@sunrise.example', role: 'doctor', password });
  const leave = async (from: string | null) => (await admin.call('setLeft', { pocId, from })).reply();
  await leave(inDays(1));
  expect((await signIn(demoPassword)).status).toBe(200);
  expect(socket.connected).toBe(true);

  await leave(inDays(0));
  await eventually('the socket is closed', async () => !socket.connected);
  await eventually('the session is refused', async () => (await doctor.call('getDoctor', { pocId })).status === 401);
  const refused = await signIn(demoPassword);
  const message = 'Your last day at this hospital is over, so you can no longer sign in.';
  expect([refused.status, refused.failure()]).toMatchObject([403, { code: 'sign-in.left', message }]);
  // Only a caller with the password learns that.
  expect((await signIn('another password')).failure().code).toBe('sign-in.refused');

  await leave(null);
  await eventually('the session continues', async () => (await doctor.call('getDoctor', { pocId })).status === 200);
  expect((await signIn(demoPassword)).status).toBe(200);
  socket.close();
});

test('on request: a sentence instead of times for who books, until it is taken back; what is booked stays', async () => {
  const { admin, doctor, auditor, stranger, clientId } = clinic;
  const pocId = await clinic.newDoctor(hours('09:00', '10:00'));
  const date = clinic.inDays(1);
  await clinic.book(pocId, date, '09:00', 'Meera Nair');
  const sentence = 'Call the ward: 0484 270 1234';
  const set = (await admin.call('setOnRequest', { pocId, sentence: ` ${sentence}` })).reply();
  const after = readAfter(set.position);
  const search = { clientId, search: (await admin.call('getDoctor', { pocId }, after)).reply().name };
  expect((await auditor.call('listDoctorsOfClient', search, after)).reply()).toMatchObject([
    { pocId, onRequest: sentence, nextFree: null },
  ]);
  const inDepartment = { clientId, departmentId: clinic.departmentId };
  const rows = (await admin.call('listDoctorsOfDepartment', inDepartment)).reply();
  expect(rows.filter(({ On_Request }) => On_Request !== undefined)).toMatchObject([{ POC_ID: pocId }]);
  expect((await admin.call('listAvailableDates', { pocId })).reply()).toEqual([]);
  expect((await admin.call('listAvailableTimes', { pocId, date })).reply()).toEqual([]);
  expect((await admin.call('listDatesWithAvailability', { pocId })).reply().length).toBeGreaterThan(1);

  const person = { name: 'Asha Pillai', phone: '919888877001', email: 'p@x.example', location: 'Pune', clientId };
  const { userId } = (await admin.call('saveUser', person)).reply();
  const place = { userId, pocId, date, time: '09:30', clientId };
  const booking = { ...place, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  const refused = await admin.call('createAppointment', booking);
  expect(refused.status).toBe(409);
  expect(refused.failure()).toMatchObject({
    code: 'doctor.on-request',
    message: 'Appointments with this doctor are on request only.',
    details: { onRequest: sentence },
  });

  expect((await doctor.call('setOnRequest', { pocId, sentence: null })).failure().code).toBe('access.foreign');
  expect((await stranger.call('setOnRequest', { pocId, sentence: null })).failure().code).toBe('access.foreign');
  expect((await auditor.call('setOnRequest', { pocId, sentence: null })).failure().code).toBe('access.role');
  const long = await admin.call('setOnRequest', { pocId, sentence: 'x'.repeat(251) });
  expect(messages(long.failure())).toEqual(['Sentence can have at most 250 characters.']);
  const own = (await doctor.call('setOnRequest', { pocId: mine, sentence })).reply();
  expect((await doctor.call('getDoctor', { pocId: mine }, readAfter(own.position))).reply()).toMatchObject({
    onRequest: sentence,
  });
  (await doctor.call('setOnRequest', { pocId: mine, sentence: ' ' })).reply();

  (await admin.call('setOnRequest', { pocId, sentence: null })).reply();
  const booked = (await admin.call('createAppointment', booking)).reply();
  const { entries } = (await admin.call('listActivity', { clientId, pocId }, readAfter(booked.position))).reply();
  const texts = entries.map((entry) => JSON.stringify(entry));
  for (const phrase of ['onRequestSet', 'onRequestEnded'])
    expect(texts.filter((text) => text.includes(phrase))).toHaveLength(1);
});

test("link, fees and details are set by the desk too, of doctors and units, and read by the client's own people", async () => {
  const link = 'https://meet.google.com/x';
  const fees = { pocId: mine, fees: '1.00' };
  const known = await clinic.newDoctor(hours('09:00', '10:00'));
  (await clinic.admin.call('updateLink', { pocId: known, link })).reply();
  (await clinic.admin.call('updateConsultationFees', { ...fees, pocId: known })).reply();
  const { clientId, departmentId } = clinic;
  const details = { pocId: known, departmentId, name: 'Leela Iyer', contactNumber: '9845012345' };
  expect((await clinic.doctor.call('correctDoctor', details)).failure().code).toBe('access.role');
  expect((await clinic.stranger.call('correctDoctor', details)).failure().code).toBe('access.foreign');
  const corrected = (await clinic.admin.call('correctDoctor', details)).reply();
  const found = { clientId, search: 'Leela Iyer', page: 1, pageSize: 10 };
  const [listed] = (await clinic.admin.call('listDoctorsOfClient', found, readAfter(corrected.position))).reply();
  expect(listed).toMatchObject({ pocId: known, pocName: 'Dr. Leela Iyer', contactNumber: '919845012345' });
  const another = await clinic.newDoctor(hours('09:00', '10:00'));
  const numbered = await clinic.admin.call('correctDoctor', { ...details, externalId: ' LEELA-1 ' });
  const ofId = { ...found, search: 'LEELA-1' };
  const [ofThisId] = (
    await clinic.admin.call('listDoctorsOfClient', ofId, readAfter(numbered.reply().position))
  ).reply();
  expect(ofThisId).toMatchObject({ pocId: known, externalId: 'LEELA-1' });
  const same = { ...details, pocId: another, externalId: 'LEELA-1' };
  expect((await clinic.admin.call('correctDoctor', same)).failure().code).toBe('external-id.taken');
  (await clinic.admin.call('correctDoctor', { ...details, externalId: '' })).reply();
  (await clinic.admin.call('correctDoctor', same)).reply();
  const unit = { POC_Kind: 'unit', POC_Name: 'Dialysis Unit', Department_ID: clinic.departmentId } as const;
  const { pocId } = (await clinic.admin.call('addDoctor', { Client_ID: clinic.clientId, ...unit })).reply();
  (await clinic.admin.call('updateLink', { pocId, link })).reply();
  const set = (await clinic.admin.call('updateConsultationFees', { ...fees, pocId })).reply();
  const read = await clinic.admin.call('getConsultationFees', { pocId }, readAfter(set.position));
  expect(read.reply().fees).toBe('1.00');
  expect((await clinic.stranger.call('updateConsultationFees', { ...fees, pocId })).failure().code).toBe(
    'access.foreign',
  );
  expect((await clinic.auditor.call('getLink', { pocId: mine })).status).toBe(200);
  const colleague = await clinic.newDoctor(hours('09:00', '10:00'));
  for (const name of ['getDoctor', 'listUpcomingAppointments', 'getLink', 'getConsultationFees'] as const) {
    expect((await clinic.doctor.call(name, { pocId: colleague })).failure().code).toBe('access.foreign');
    expect((await clinic.stranger.call(name, { pocId: mine })).failure().code).toBe('access.foreign');
    expect((await clinic.nobody.call(name, { pocId: mine })).status).toBe(401);
  }
});

test("a doctor's board, figures and details are the client's administrators' and auditors' to ask for too", async () => {
  const status = 'Confirmed';
  const asks = (by: typeof clinic.admin, pocId: string) => [
    by.call('listTodaysAppointmentsOfDoctor', { pocId }),
    by.call('getDayPictureOfDoctor', { pocId }),
    by.call('countAppointmentsOfDoctor', { pocId, status }),
    by.call('countAppointmentsByType', { pocId, type: 'Direct Consultation' }),
    by.call('listAppointmentDetailsOfDoctor', { pocId, status, page: 1, pageSize: 5 }),
    by.call('countPaymentsOfDoctor', { pocId, status }),
  ];
  const answered = async (by: typeof clinic.admin, pocId: string) =>
    (await Promise.all(asks(by, pocId))).map((answer) => answer.status);
  const six = (code: number): number[] => Array.from({ length: 6 }, () => code);
  const own = await Promise.all(
    asks(clinic.doctor, mine).map(async (answer) => JSON.stringify((await answer).reply())),
  );
  for (const by of [clinic.admin, clinic.auditor]) {
    const theirs = await Promise.all(asks(by, mine).map(async (answer) => JSON.stringify((await answer).reply())));
    // The picture contains the clock's minute, which may change in between.
    expect(theirs.toSpliced(1, 1)).toEqual(own.toSpliced(1, 1));
  }
  expect(await answered(clinic.stranger, mine)).toEqual(six(403));
  const colleague = await clinic.newDoctor(hours('09:00', '10:00'));
  expect(await answered(clinic.doctor, colleague)).toEqual(six(403));
});
