import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { EndpointName, RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { type SignedIn, signIn } from '../testing/http-caller.ts';
import { importsOf } from '../testing/imports.ts';
import { hours } from '../testing/started-clinic.ts';
import type { Clinic } from './released-data.ts';

/** What the steps share: the clinic, its dates from today, and calls that must succeed. */
interface Desk extends Clinic {
  readonly admin: SignedIn;
  readonly doctor: SignedIn;
  readonly inDays: (days: number) => string;
  call<Name extends EndpointName>(name: Name, request: RequestInputOf<Name>, who?: SignedIn): Promise<ResponseOf<Name>>;
  register(name: string, phone: string): Promise<string>;
  book(userId: string, date: string, time: string): Promise<string>;
}

async function deskOf(url: string, { pocId, clientId }: Clinic): Promise<Desk> {
  const admin = await signIn(url, 'admin@sunrise.example');
  const { date } = clinicNow(Date.now(), admin.user.zone);
  const call: Desk['call'] = async (name, request, who = admin) => (await who.call(name, request)).reply();
  return {
    ...{ pocId, clientId, admin, call },
    doctor: await signIn(url, 'doctor@sunrise.example'),
    inDays: (days) => addDays(date, days),
    async register(name, phone) {
      const person = { name, phone, email: 'p@x.example', location: 'Pune', clientId };
      return (await call('saveUser', { ...person, somebodyElse: true })).userId;
    },
    async book(userId, day, time) {
      const visit = { clientId, pocId, userId, date: day, time, type: 'Direct Consultation' } as const;
      const paid = { paymentStatus: 'Paid', amount: 50_000, method: 'cash' } as const;
      return (await call('createAppointment', { ...visit, ...paid })).appointmentId;
    },
  };
}

/** Bookings of tomorrow: cancelled, put back, moved, corrected, refunded, overbooked. */
async function visits({ clientId, pocId, call, book, register, inDays }: Desk): Promise<void> {
  const [date, later] = [inDays(1), inDays(2)];
  const kavya = await register('Kavya Pillai', '919876543210');
  const rohan = await register('Rohan Pillai', '919876543210');
  const kept = await book(kavya, date, '09:00');
  const cancelled = await book(rohan, date, '09:00');
  const moved = await book(kavya, date, '10:00');
  const refunded = await book(rohan, date, '11:00');
  await call('noteContact', { appointmentId: kept, reached: true, note: 'Comes by bus' });
  const cancel = { status: 'Cancelled', money: 'refunded' } as const;
  await call('updateAppointmentStatusAsAdmin', { appointmentId: cancelled, ...cancel });
  const { eventId } = await call('updateAppointmentStatusAsAdmin', { appointmentId: kept, ...cancel });
  await call('updateAppointmentStatusAsAdmin', { appointmentId: kept, status: 'Confirmed', undo: eventId ?? '' });
  await call('moveAppointment', { appointmentId: moved, date: later, time: '10:30', reason: 'Travels' });
  await call('refundPayment', { appointmentId: refunded, amount: 20_000, reason: 'Left early' });
  const unpaid = { paymentStatus: 'Pay_later', reason: 'Wrong visit' } as const;
  await call('correctPayment', { appointmentId: kept, ...unpaid });
  const place = { pocId, date, time: '15:00', type: 'Direct Consultation', clientId } as const;
  for (const [index, name] of ['Anu', 'Balu', 'Chitra'].entries()) {
    await book(await register(`${name} Nair`, `91900000010${index}`), date, '15:00');
  }
  const fourth = await register('Devi Nair', '919000000103');
  const { appointmentId } = await call('overbook', {
    ...{ ...place, userId: fourth, paymentStatus: 'Pay_later', reason: 'Fever since yesterday' },
  });
  await call('changeMany', { appointmentIds: [appointmentId], status: 'Cancelled' });
  await call('correctAppointmentStatus', { appointmentId, status: 'Confirmed', reason: 'She comes after all' });
}

/** Today's patients: arrived, called, seen by the doctor; and the day's close. */
async function today({ clientId, pocId, call, doctor, register, inDays }: Desk): Promise<void> {
  await call('setRoom', { pocId, room: 'Room 4' });
  const walkIn = async (name: string, phone: string) => {
    const visit = { userId: await register(name, phone), pocId, clientId } as const;
    return (await call('walkIn', { ...visit, paymentStatus: 'Paid', amount: 50_000, method: 'upi' })).appointmentId;
  };
  const first = await walkIn('Farah Khan', '919000000201');
  await walkIn('Gopal Das', '919000000202');
  const arrived = await walkIn('Hari Rao', '919000000203');
  await call('callPatient', { appointmentId: first });
  await call('updateAppointmentStatusAsDoctor', { appointmentId: first, status: 'Availed' }, doctor);
  await call('withdrawArrival', { appointmentId: arrived });
  await call('arrive', { appointmentId: arrived });
  const day = inDays(0);
  const { position, closings } = await call('getTakings', { clientId, day });
  await call('closeDay', { clientId, day, position, closings: closings.length, countedCash: 0 });
}

/** Blocks, hours of a date, weeks, the hospital's days, fees, and a leave. */
async function hoursOfDoctor({ clientId, pocId, call, doctor, inDays }: Desk): Promise<void> {
  await call('updateConsultationFees', { pocId, fees: '500.00' }, doctor);
  const staff = { name: 'Staff', paise: 10_000, when: { patientClass: 'Staff' } };
  await call('setFeeRules', { pocId, feeRules: { rules: [staff, { name: 'Everybody', paise: 50_000, when: {} }] } });
  const date = inDays(2);
  await call('blockSlots', { pocId, date, timings: ['12:00', '12:30'], reason: 'Ward round' });
  await call('unblockSlot', { pocId, date, time: '12:30' });
  await call('blockDay', { pocId, date: inDays(3), reason: 'Leave' });
  await call('setDayHours', { pocId, date: inDays(4), intervals: [hours('10:00', '12:00')], reason: 'Camp' });
  await call('setHospitalDay', { clientId, date: inDays(20), name: 'Founders’ Day', open: [] });
  await call('startLeave', { pocId, from: inDays(30), to: inDays(31), reason: 'Conference, Kochi', rows: [] });
  await call('openCalendarFeed', { pocId });
  await call('updateLink', { pocId, link: 'https://meet.google.com/abc-defg-hij' });
  const { departmentId } = await call('openDepartment', { clientId, name: 'Heart and Lungs' });
  await call('correctDoctor', { pocId, departmentId, name: 'Dr. Asha Menon-Rao', contactNumber: '919845098450' });
}

/** Two records of one person, merged and split again; an import. */
async function patients(desk: Desk, url: string): Promise<void> {
  const { admin, clientId, call, register, book, inDays } = desk;
  const one = await register('Meera Joshi', '919000000301');
  const other = await register('Meera Joshi', '919000000302');
  await book(other, inDays(5), '09:00');
  const merge = { userId: one, otherId: other, fromOther: [], reason: 'One person' };
  const { mergeId } = await call('mergePatients', merge);
  await call('splitPatient', { userId: one, mergeId, reason: 'Two people', visits: [] });
  await call('mergePatients', merge);
  const details = { name: 'Meera Joshi', phone: '919000000301', email: 'meera@x.example', location: 'Pune', clientId };
  await call('saveUser', { ...details, userId: one, uhid: 'MRN-301', bornOn: '1980-05-17', sex: 'female' });
  const imports = importsOf(admin, url);
  await imports.imported('Name,Phone,UHID\nIndira Bose,9000000401,MRN-401\nJoseph Mathew,9000000402,MRN-402\n');
}

/** The hospital's settings and people. */
async function settings({ clientId, pocId, call }: Desk): Promise<void> {
  await call('changeBranch', { clientId, change: { name: 'East Wing' } });
  const { departmentId } = await call('openDepartment', { clientId, name: 'Orthopaedics' });
  await call('changeDepartment', { clientId, departmentId, change: { name: 'Bones and Joints' } });
  await call('changeClient', { clientId, values: { overbookPerSlot: 2 } });
  await call('setSecondFactorPolicy', { clientId, policy: 'optional' });
  await call('setSessionIdleTime', { clientId, minutes: 30 });
  await call('setRetention', { clientId, patientYears: 10 });
  await call('addDisplay', { clientId, name: 'Waiting room', pocIds: [pocId] });
  await call('invitePerson', { clientId, name: 'New Desk', email: 'desk@x.example', role: 'admin' });
}

/** A sample of what a desk, a doctor and an administrator do. */
export async function fillClinic(url: string, clinic: Clinic): Promise<void> {
  const desk = await deskOf(url, clinic);
  await settings(desk);
  await hoursOfDoctor(desk);
  await visits(desk);
  await patients(desk, url);
  await today(desk);
}
