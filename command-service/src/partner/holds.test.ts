import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { holdMs } from '@dayline/contracts/partner/holds';
import { runs } from '@dayline/contracts/testing/trials';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { VaultUnavailable } from '@dayline/vault/port';
import type { CommandContext } from '../command-handler/command-context.ts';
import { createAggregates } from '../modules.ts';
import type { CommandService } from '../service.ts';
import { killedAt, memoryCursors } from '../testing/killed.ts';
import { accepted, day, openStage, type Stage } from '../testing/stage.ts';
import { holdCommands } from './hold-commands.ts';
import { lapsedHolds } from './lapsed-holds.ts';

const at8 = Date.parse(`${day}T08:00:00+05:30`);

let stage: Stage;
let pocId = '';
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  // Holds of an earlier test have lapsed.
  stage.clock.set(Math.max(at8, stage.clock.now() + holdMs));
  ({ pocId } = await stage.more());
});
afterAll(() => stage.close());

/** A partner's context; each key is another partner. */
const partner = (key = 'chatbot', of?: string): CommandContext => ({
  ...stage.by(of),
  actor: { kind: 'partner', id: key, name: 'Chatbot' },
  channel: 'partner',
});
let phones = 0;
function newPhone(): string {
  phones += 1;
  return `9198760${String(phones).padStart(5, '0')}`;
}
const hold = (
  { phone = newPhone(), time = '11:30' }: { readonly phone?: string; readonly time?: string } = {},
  by = partner(),
  { commands }: Pick<CommandService, 'commands'> = stage.service,
) => commands.createHold({ pocId, date: day, time, phone, type: 'Direct Consultation' }, by);
const book = (
  patientId: string,
  { holdId, time = '11:30' }: { readonly holdId?: string; readonly time?: string } = {},
  by = partner(),
  { commands }: Pick<CommandService, 'commands'> = stage.service,
) => {
  const request = { patientId, pocId, date: day, time, type: 'Direct Consultation', payment: 'Pay_later' } as const;
  return commands.bookAppointment({ ...request, holdId }, by);
};
const release = (appointmentId: string, by = partner()) => stage.service.commands.releaseHold({ appointmentId }, by);
const codeOf = (result: object | Refusal) => (isRefusal(result) ? result.refused : 'accepted');
const typesOfDay = async () =>
  (await stage.log.readStream(streams.doctorDay(pocId, day)))
    .map(({ type }) => type)
    .filter((type) => type !== 'SlotsPlanned');
const newPatient = async () => (await stage.more()).patientId;
const pass = (ms: number) => stage.clock.set(stage.clock.now() + ms);

describe('a hold', () => {
  test('of a retry is the first one, also after it has lapsed and the phone holds another place', async () => {
    const [phone, by] = [newPhone(), partner()];
    const first = accepted(await hold({ phone }, by));
    expect(first.until).toBe(new Date(stage.clock.now() + holdMs).toISOString());
    expect(await hold({ phone }, { ...by, now: by.now + 1_000 })).toEqual(first);
    expect(await hold({ phone }, by, stage.another())).toEqual(first);
    pass(holdMs);
    accepted(await hold({ phone, time: '11:00' }));
    expect(await hold({ phone }, by, stage.another())).toEqual(first);
    expect(codeOf(await hold({ phone, time: '11:00' }, { ...by, commandDigest: 'another' }))).toBe('key.reused');
  });

  test('is booked once, and its id is the appointment’s', async () => {
    const patientId = await newPatient();
    const { appointmentId } = accepted(await hold());
    const by = partner();
    const booked = accepted(await book(patientId, { holdId: appointmentId }, by));
    expect(booked.appointmentId).toBe(appointmentId);
    expect(await book(patientId, { holdId: appointmentId }, by, stage.another())).toEqual(booked);
    expect(await typesOfDay()).toEqual(['PlaceHeld', 'AppointmentBooked', 'AppointmentPaymentRecorded']);
    expect(codeOf(await book(await newPatient(), { holdId: appointmentId }))).toBe('hold.ended');
  });

  test('has no person in its events, and its phone is in no event', async () => {
    const phone = newPhone();
    const { appointmentId } = accepted(await hold({ phone }));
    accepted(await release(appointmentId));
    const events = await stage.stored.readStream(streams.doctorDay(pocId, day));
    expect(JSON.stringify(events)).not.toContain(phone);
    expect(events.flatMap(({ data }) => Object.keys(data))).not.toContain('patientId');
  });

  test('of another key, another day or another client is refused as an unknown one', async () => {
    const patientId = await newPatient();
    const { appointmentId } = accepted(await hold());
    const foreign = { ...partner(), clientId: 'another' };
    const answers = [
      await book(patientId, { holdId: appointmentId }, partner('laboratory')),
      await book(patientId, { holdId: appointmentId, time: '11:00' }),
      await book(patientId, { holdId: appointmentId.replace('20261121', '20261122') }),
      await release(appointmentId, partner('laboratory')),
      await release(appointmentId.slice(0, -1) + (appointmentId.endsWith('Z') ? 'Y' : 'Z')),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => 'hold.unknown'));
    expect(JSON.stringify(answers)).not.toContain('Chatbot');
    expect(codeOf(await release(appointmentId, foreign))).toBe('access.foreign');
    expect(await typesOfDay()).toEqual(['PlaceHeld']);
  });
});

describe('the limits', () => {
  test('one place for a phone, in every process and for every key, until it is booked, released or lapses', async () => {
    const [phone, other] = [newPhone(), stage.another()];
    const { appointmentId } = accepted(await hold({ phone }));
    expect(codeOf(await hold({ phone, time: '11:00' }, partner('laboratory'), other))).toBe('hold.phone');
    accepted(await release(appointmentId));
    const second = accepted(await hold({ phone, time: '11:00' }));
    const request = { holdId: second.appointmentId, time: '11:00' };
    accepted(await book(await newPatient(), request));
    await stage.service.commands.endHold(second.appointmentId);
    accepted(await hold({ phone, time: '10:30' }));
    expect(codeOf(await hold({ phone, time: '10:00' }))).toBe('hold.phone');
    pass(holdMs);
    accepted(await hold({ phone, time: '10:00' }));
  });

  test('so many places for a key, and a refused hold counts for nothing', async () => {
    const log = stage.log;
    const aggregates = createAggregates({ log, clock: stage.clock });
    const rules = { horizonDays: 60, undoWindowMs: 15_000 };
    const few = holdCommands({ aggregates, rules, vault: stage.vault, maxHolds: 2 });
    const ask = (key: string, time: string, phone = newPhone()) =>
      few.createHold({ pocId, date: day, time, phone, type: 'Direct Consultation' }, partner(key));
    const phone = newPhone();
    expect(codeOf(await ask('kiosk', '23:00', phone))).toBe('slot.unknown');
    const first = accepted(await ask('kiosk', '11:30', phone));
    expect(codeOf(await ask('kiosk', '11:30'))).toBe('accepted');
    const refused = newPhone();
    expect(codeOf(await ask('kiosk', '11:30', refused))).toBe('hold.limit');
    expect(codeOf(await ask('laboratory', '11:30', refused))).toBe('accepted');
    accepted(await few.releaseHold({ appointmentId: first.appointmentId }, partner('kiosk')));
    expect(codeOf(await ask('kiosk', '11:00'))).toBe('accepted');
    expect(codeOf(await ask('kiosk', '10:30'))).toBe('hold.limit');
    pass(holdMs);
    expect(codeOf(await ask('kiosk', '10:30'))).toBe('accepted');
  });

  test('of a hold that was booked while the vault was away end by themselves', async () => {
    const away = { ...stage.vault.reservations, releaseAllOf: () => Promise.reject(new VaultUnavailable('away')) };
    const { commands } = stage.another(undefined, (vault) => ({ ...vault, reservations: away }));
    const phone = newPhone();
    const { appointmentId } = accepted(await hold({ phone }));
    await commands.endHold(appointmentId);
    expect(codeOf(await hold({ phone, time: '11:00' }))).toBe('hold.phone');
    pass(holdMs);
    accepted(await hold({ phone, time: '11:00' }));
  });
});

describe('the last place', () => {
  test('goes to as many as there are places, for partners and desks in two processes, and again once holds lapse', async () => {
    const processes = [stage.service, stage.another()];
    const count = runs(20, 200);
    const patients = await Promise.all(Array.from({ length: count / 2 }, newPatient));
    const race = () =>
      Promise.all(
        Array.from({ length: count }, (_, index) => {
          const process = processes[index % 2];
          const patientId = patients[index >> 1] ?? '';
          return index % 4 < 2
            ? hold({}, partner(`key-${index % 8}`), process)
            : book(patientId, {}, stage.by(), process);
        }),
      );
    const capacity = 3;
    const first = await race();
    expect(first.filter((result) => !isRefusal(result))).toHaveLength(capacity);
    const held = first.flatMap((result) => (!isRefusal(result) && 'until' in result ? [result] : []));
    pass(holdMs);
    // No follower has recorded that they lapsed.
    const second = await race();
    expect(second.filter((result) => !isRefusal(result))).toHaveLength(held.length);
    const types = await typesOfDay();
    expect(types.filter((type) => type === 'HoldLapsed')).toHaveLength(held.length);
    const holds = second.flatMap((result) => (!isRefusal(result) && 'until' in result ? [result.appointmentId] : []));
    expect(types.filter((type) => type === 'AppointmentBooked').length + holds.length).toBe(capacity);
    // Each hold is booked by its holder, at most once, also when several ask at once.
    const all = await Promise.all(
      holds.flatMap((holdId) =>
        Array.from({ length: 16 }, (_, index) =>
          book(patients[index % patients.length] ?? '', { holdId }, partner(`key-${index % 8}`), processes[index % 2]),
        ),
      ),
    );
    expect(all.filter((result) => !isRefusal(result))).toHaveLength(holds.length);
    expect((await typesOfDay()).filter((type) => type === 'AppointmentBooked')).toHaveLength(capacity);
  });
});

describe('a process that is killed', () => {
  test.each([false, true])(
    'at the append of a hold (durable: %s): its retry is the same hold, once',
    async (isDurable) => {
      const [phone, by] = [newPhone(), partner()];
      const dying = stage.another((log) => killedAt(log, 1, isDurable));
      await expect(hold({ phone }, by, dying)).rejects.toThrow();
      const retried = accepted(await hold({ phone }, by));
      expect(await typesOfDay()).toEqual(['PlaceHeld']);
      accepted(await book(await newPatient(), { holdId: retried.appointmentId }));
    },
  );

  test.each([false, true])('at the append of its booking (durable: %s): its retry books once', async (isDurable) => {
    const [patientId, by] = [await newPatient(), partner()];
    const { appointmentId } = accepted(await hold());
    const dying = stage.another((log) => killedAt(log, 1, isDurable));
    await expect(book(patientId, { holdId: appointmentId }, by, dying)).rejects.toThrow();
    expect(accepted(await book(patientId, { holdId: appointmentId }, by)).appointmentId).toBe(appointmentId);
    expect((await typesOfDay()).filter((type) => type === 'AppointmentBooked')).toHaveLength(1);
  });
});

describe('the follower', () => {
  async function follow(): Promise<number[]> {
    const waits: number[] = [];
    const aggregates = createAggregates({ log: stage.log, clock: stage.clock });
    const rules = { horizonDays: 60, undoWindowMs: 15_000 };
    const wait = async (ms: number) => {
      waits.push(ms);
      pass(ms);
    };
    const parts = lapsedHolds({ clock: stage.clock, days: { aggregates, rules }, wait });
    await followToEnd({ log: followable(stage.stored), cursors: memoryCursors(), ...parts, atOnce: 1 });
    return waits;
  }

  test('records just after its time that a hold has lapsed, in the product’s name, and once', async () => {
    accepted(await hold());
    const released = accepted(await hold());
    accepted(await release(released.appointmentId));
    expect(await follow()).toEqual([holdMs]);
    expect((await typesOfDay()).filter((type) => type === 'HoldLapsed')).toHaveLength(1);
    const lapsed = (await stage.log.readStream(streams.doctorDay(pocId, day))).at(-1);
    expect(lapsed?.metadata).toMatchObject({ actor: { kind: 'system', name: 'Dayline' }, channel: 'system' });
    expect(await follow()).toEqual([]);
    expect((await typesOfDay()).filter((type) => type === 'HoldLapsed')).toHaveLength(1);
  });

  test('passes no hold of a newer build: whether it lapses is not known', async () => {
    const { appointmentId } = accepted(await hold());
    const stream = streams.doctorDay(pocId, day);
    const held = (await stage.stored.readStream(stream)).at(-1);
    if (!held) throw new Error('nothing is held');
    const metadata = { ...held.metadata, schemaVersion: 2, keyIds: [], chain: 'of a newer build' };
    const newer = { ...held, id: newUlid({ now: Date.now }), data: { appointmentId, seconds: 300 }, metadata };
    await stage.stored.append(stream, held.revision, [newer]);
    await expect(follow()).rejects.toThrow('older than the log');
    expect((await stage.stored.readStream(stream)).at(-1)?.id).toBe(newer.id);
  });
});
