import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keyScopes } from '@dayline/contracts/api-keys/scopes';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { CommandName, RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { startMongodb } from '@dayline/test-servers/mongodb-server';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../testing/event-file.ts';
import { type Caller, callerAt, partnerAt, readAfter, type SignedIn } from '../testing/http-caller.ts';
import { removeData, temporaryData } from '../testing/processes/product.ts';
import { type Services, startServices } from '../testing/processes/services.ts';
import { atStores, prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';

/** Partners and webhooks at several processes, which are killed; the tests don't depend on the engines. */

const eventStore = await startEventStore();
const mongo = await startMongodb();
const folder = temporaryData();
const today = clinicNow(Date.now(), 'Asia/Kolkata').date;
const engines: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['SQLite', { DATA_DIR: folder }],
  ...(mongo
    ? [['EventStoreDB and MongoDB', { EVENT_STORE_URL: eventStore.url, VIEW_STORE_URL: mongo.database() }] as const]
    : []),
];

let received: { readonly id: string; readonly type: string }[] = [];
let secret = '';
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  // Cast is safe: it throws unless these headers are there once.
  received.push(new Webhook(secret).verify(body, request.headers as Record<string, string>) as (typeof received)[0]);
  response.writeHead(204).end();
});
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await eventStore.stop();
  await mongo?.stop();
  removeData(folder);
});

describe.each(engines)('partners at two command services on %s', (_engine, env) => {
  let services: Services;
  let clinic: SmallClinic;
  let admin: SignedIn;
  let apiKey = '';
  /** By the query service. */
  let partner: Caller;
  let made = 0;

  beforeAll(async () => {
    clinic = await prepareSmallClinic(env);
    services = await startServices({ commands: 2, queries: 1, projectors: 1 }, env);
    const url = services.fronts[0]?.url ?? '';
    admin = await eventually('the clinic is known', () => clinic.signIn(url).catch(() => null));
    const issue = { clientId: clinic.clientId, name: 'Chatbot', scopes: [...keyScopes], days: 30 };
    ({ apiKey } = (await admin.call('issueApiKey', issue)).reply());
    partner = partnerAt(url, apiKey);
  });
  afterAll(() => services?.stop());

  const partnerOf = (index: number): Caller => partnerAt(services.commands[index]?.url ?? '', apiKey);
  function newKey() {
    made += 1;
    return { 'Idempotency-Key': `doors-of-tests-${made}` };
  }
  const newPhone = () => `+9198123${String(70_000 + made)}`;
  const slotOn = (date: string, time = '09:00') =>
    `${clinic.pocId}_${date.replaceAll('-', '')}_${time.replace(':', '')}`;
  const typesOn = (date: string) =>
    atStores(env, async ({ log }) =>
      (await log.readStream(streams.doctorDay(clinic.pocId, date))).map(({ type }) => type),
    );
  const count = (types: readonly string[], type: string) => types.filter((each) => each === type).length;

  test('a slot of three has three holds, whoever asks where, and a place that is released is another’s', async () => {
    const date = addDays(today, 3);
    const hold = (index: number) =>
      partnerOf(index % 2).call('createHold', { slotId: slotOn(date), phone: newPhone() }, newKey());
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => hold(index)));
    const held = answers.filter(({ status }) => status === 200).map((answer) => answer.reply());
    expect(held).toHaveLength(3);
    const [first, second] = held;
    const { appointmentId = '' } = first ?? {};
    for (const index of [0, 1]) expect((await hold(index)).failure().code).toBe('slot.full');
    const timesAfter = async (position: string | null) => {
      const asked = { pocId: clinic.pocId, from: date, to: date };
      return (await partner.call('listPartnerSlots', asked, readAfter(position))).reply().slots.map(({ time }) => time);
    };
    expect(await timesAfter(second?.position ?? null)).not.toContain('09:00');
    const { position } = (await partnerOf(1).call('releaseHold', { appointmentId }, newKey())).reply();
    expect(await timesAfter(position)).toContain('09:00');
    const patient = { name: 'Meera Nair', phone: newPhone(), email: 'z@x.example', location: 'Pune' };
    const { patientId } = (await partnerOf(0).call('savePartnerPatient', patient, newKey())).reply();
    const request = { patientId, slotId: slotOn(date), holdId: second?.appointmentId ?? '' };
    for (const index of [0, 1]) {
      const booked = await partnerOf(index).call('bookPartnerAppointment', request, {
        'Idempotency-Key': 'doors-of-tests-booked',
      });
      expect(booked.reply().appointmentId).toBe(second?.appointmentId);
    }
    const types = await typesOn(date);
    expect(['PlaceHeld', 'HoldReleased', 'AppointmentBooked'].map((type) => count(types, type))).toEqual([3, 1, 1]);
  });

  test('each command of a partner, killed in the middle and sent twice more, has one effect', async () => {
    const [date, other] = [addDays(today, 4), addDays(today, 5)];
    let sent = 0;
    /** Every second one is killed at once, the others when their first events are in the log. */
    async function killed<Name extends CommandName>(name: Name, request: RequestInputOf<Name>) {
      const key = newKey();
      sent += 1;
      const victims = await startServices({ commands: 1, queries: 0, projectors: 0 }, env);
      await atStores(env, async ({ log }) => {
        const before = await log.head();
        const [victim] = victims.commands;
        let isAnswered = false;
        const answer = partnerAt(victim?.url ?? '', apiKey)
          .call(name, request, key)
          .catch(() => null)
          .then(() => {
            isAnswered = true;
          });
        if (sent % 2 === 1) await eventually('it appends', async () => isAnswered || (await log.head()) > before);
        await victim?.kill();
        await answer;
      });
      await victims.stop();
      const replies: ResponseOf<Name>[] = [];
      for (const index of [0, 1]) {
        const retried = await eventually('it is answered', async () => {
          const again = await partnerOf(index).call(name, request, key);
          return again.status !== 503 && again;
        });
        replies.push(retried.reply());
      }
      expect(replies[1]).toEqual(replies[0]);
      return replies[0] as ResponseOf<Name>;
    }

    const phone = newPhone();
    const details = { name: 'Leela Nair', phone, email: 'z@x.example', location: 'Pune' };
    const { patientId, position } = await killed('savePartnerPatient', details);
    const found = (await partner.call('lookUpPatients', { phone }, readAfter(position))).reply();
    expect(found.patients).toEqual([{ patientId, firstName: 'Leela' }]);
    const given = await killed('createHold', { slotId: slotOn(date, '10:00'), phone });
    await killed('releaseHold', { appointmentId: given.appointmentId });
    const hold = await killed('createHold', { slotId: slotOn(date), phone });
    const booking = { patientId, slotId: slotOn(date), holdId: hold.appointmentId };
    const booked = await killed('bookPartnerAppointment', booking);
    expect(booked.appointmentId).toBe(hold.appointmentId);
    const moved = await killed('movePartnerAppointment', {
      ...{ appointmentId: booked.appointmentId, slotId: slotOn(other) },
    });
    const cancelled = await killed('cancelPartnerAppointment', { appointmentId: moved.appointmentId });
    const listed = await partner.call('listPartnerAppointments', { patientId }, readAfter(cancelled.position));
    expect(listed.reply().appointments.map(({ date: on, status }) => [on, status])).toEqual([[other, 'Cancelled']]);
    const [there, here] = [await typesOn(other), await typesOn(date)];
    const once = ['HoldReleased', 'AppointmentBooked', 'AppointmentMoveStarted', 'AppointmentMovedAway'];
    expect(once.map((type) => count(here, type))).toEqual([1, 1, 1, 1]);
    expect(count(here, 'PlaceHeld')).toBe(2);
    expect(
      ['AppointmentBooked', 'AppointmentMovedIn', 'AppointmentCancelled'].map((type) => count(there, type)),
    ).toEqual([1, 1, 1]);
  });

  test('a look-up, killed in the middle and sent again, has the same answer, and is in the key’s record', async () => {
    const phone = newPhone();
    const details = { name: 'Zoya Siddiqui', phone, email: 'z@x.example', location: 'Pune' };
    const { patientId, position } = (await partnerOf(0).call('savePartnerPatient', details, newKey())).reply();
    const lookUp = (by: Caller) => by.call('lookUpPatients', { phone }, readAfter(position));
    const expected = { patients: [{ patientId, firstName: 'Zoya' }] };
    // Killed at once, and killed once it has answered.
    for (const waits of [false, true]) {
      const victims = await startServices({ commands: 0, queries: 1, projectors: 0 }, env);
      const [victim] = victims.queries;
      const answer = lookUp(partnerAt(victim?.url ?? '', apiKey)).catch(() => null);
      if (waits) await answer;
      await victim?.kill();
      const first = await answer;
      await victims.stop();
      if (first !== null) expect(first.reply()).toEqual(expected);
      expect((await lookUp(partner)).reply()).toEqual(expected);
    }
    const recorded = await eventually('the look-up in the record', () =>
      atStores(env, async ({ log }) => {
        const trail = await log.readStream(streams.account(apiKey.split('_')[1] ?? ''));
        const reads = trail.filter(({ type }) => type === 'HistoryRead').map(({ data }) => data['subject']);
        const ofPatient = reads.filter((subject) => JSON.stringify(subject).includes(patientId));
        return ofPatient.length > 0 && ofPatient;
      }),
    );
    // One of each process that answered.
    expect(new Set(recorded.map((subject) => JSON.stringify(subject)))).toEqual(
      new Set([JSON.stringify({ list: 'phone', patientId })]),
    );
  });

  test('whichever process that sends webhooks is killed, another goes on, in order and without a gap', async () => {
    received = [];
    // Cast is safe: a server that listens on a port has such an address.
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/dayline`;
    const types = ['slots.blocked', 'slots.unblocked'] as const;
    const added = (await admin.call('addWebhook', { clientId: clinic.clientId, url, types: [...types] })).reply();
    ({ secret } = added);
    const firsts = () => [...new Map(received.map((event) => [event.id, event])).values()];
    let expected = 0;
    async function change(by: string | undefined, days: readonly number[]): Promise<void> {
      const desk = callerAt(by ?? '', admin.cookie);
      for (const day of days) {
        const date = addDays(today, 10 + day);
        (await desk.call('blockDay', { pocId: clinic.pocId, date })).reply();
        (await desk.call('unblockSlot', { pocId: clinic.pocId, date })).reply();
        expected += 2;
      }
      await eventually('everything is sent', async () => firsts().length === expected);
    }
    const [one, another] = services.commands;
    await change(one?.url, [0, 1]);
    const later = await startServices({ commands: 1, queries: 0, projectors: 0 }, env);
    try {
      await one?.kill();
      await change(another?.url, [2, 3]);
      await another?.kill();
      await change(later.commands[0]?.url, [4, 5]);
    } finally {
      await later.stop();
    }
    const page = (await partner.call('listEvents', { after: added.position ?? '', limit: 500 })).reply();
    expect(firsts().map(({ id }) => id)).toEqual(page.events.map(({ id }) => id));
  });
});
