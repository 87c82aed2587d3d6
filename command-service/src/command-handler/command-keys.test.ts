import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { type EventLog, EventLogUnavailable } from '@dayline/event-log/port';
import { type Vault, VaultUnavailable } from '@dayline/vault/port';
import type { CommandService } from '../service.ts';
import { accepted, day, openStage, type Stage } from '../testing/stage.ts';
import type { CommandContext } from './command-context.ts';
import { commandKeys } from './command-keys.ts';

/** A log without key storage, such as EventStoreDB; the vault then stores the keys. */
const withoutKeys = ({ digestOfKey: _, append, ...log }: EventLog): EventLog => ({
  ...log,
  append: (stream, expected, events) => append(stream, expected, events),
});
const wraps = { 'the log': (log: EventLog) => log, 'the vault': withoutKeys };

let stage: Stage;
let doctors: { pocId: string; patientId: string }[];
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  stage.clock.set(Date.parse(`${day}T08:00:00+05:30`));
  doctors = [await stage.more(), await stage.more()];
});
afterAll(() => stage.close());

let keys = 0;
function newKey(): string {
  keys += 1;
  return `key-of-test-${keys}`;
}
const doctor = (index: number) => doctors[index] ?? { pocId: '', patientId: '' };
const book = (service: CommandService, index: number, by: CommandContext, time = '09:00') =>
  service.commands.bookAppointment(
    { ...doctor(index), date: day, time, type: 'Direct Consultation', payment: 'Pay_later' },
    by,
  );
const eventsOf = (index: number) => stage.log.readStream(streams.doctorDay(doctor(index).pocId, day));
const reused = { refused: 'key.reused' };

describe.each(['the log', 'the vault'] as const)('a key that %s keeps', (keeper) => {
  const process = (wrapVault?: (vault: Vault) => Vault) => stage.another(wraps[keeper], wrapVault);

  test('is known to a process that never saw it: another body in another stream is refused, and books nothing', async () => {
    const key = newKey();
    accepted(await book(process(), 0, stage.by(key, 'one')));
    expect(await book(process(), 1, stage.by(key, 'two'))).toEqual(reused);
    expect(await eventsOf(1)).toEqual([]);
  });

  test('and the same body is answered as before, and appends nothing', async () => {
    const by = stage.by(newKey(), 'one');
    const first = accepted(await book(process(), 0, by));
    const events = await eventsOf(0);
    expect(await book(process(), 0, by)).toEqual(first);
    expect(await eventsOf(0)).toEqual(events);
  });

  test('of a command that was refused is unused, and so is one of a command that changed nothing', async () => {
    const key = newKey();
    const service = process();
    expect(isRefusal(await book(service, 0, stage.by(key, 'one'), '23:00'))).toBe(true);
    accepted(await book(process(), 1, stage.by(key, 'two')));

    const otherKey = newKey();
    const { pocId } = doctor(0);
    const nothing = accepted(await service.commands.setDoctorBranch({ pocId, branchId: 0 }, stage.by(otherKey, 'one')));
    expect(nothing.position).toBeNull();
    accepted(await book(process(), 0, stage.by(otherKey, 'two')));
    // The key is used now, so another body is refused even if it would change nothing.
    expect(await process().commands.setDoctorBranch({ pocId, branchId: 0 }, stage.by(otherKey, 'one'))).toEqual(reused);
  });

  test('of ten bodies that race in two processes, one is carried out', async () => {
    const key = newKey();
    const services = [process(), process()] as const;
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        book(
          services[index % 2 ? 1 : 0],
          index % 2,
          stage.by(key, `body-${index}`),
          `09:${index % 4 < 2 ? '00' : '30'}`,
        ),
      ),
    );
    expect(all.filter((result) => !isRefusal(result))).toHaveLength(1);
    expect(all.filter(isRefusal)).toEqual(Array.from({ length: 9 }, () => reused));
    const booked = [...(await eventsOf(0)), ...(await eventsOf(1))].filter(({ type }) => type === 'AppointmentBooked');
    expect(booked).toHaveLength(1);
  });
});

describe('a key that the vault keeps', () => {
  /** A log whose next append fails once. */
  const failing = (fail: (append: () => ReturnType<EventLog['append']>) => ReturnType<EventLog['append']>) => {
    let isFirst = true;
    return stage.another((log) => {
      const { append, ...rest } = withoutKeys(log);
      return {
        ...rest,
        append(...call) {
          if (!isFirst) return append(...call);
          isFirst = false;
          return fail(() => append(...call));
        },
      };
    });
  };

  test('whose process died before the append is its body’s alone for a while, then anybody’s', async () => {
    const key = newKey();
    const { id, digest } = { id: stage.by(key).commandId, digest: 'one' };
    const stream = streams.doctorDay(doctor(0).pocId, day);
    await stage.vault.commandKeys.take({ id, digest, stream, revision: -1, at: stage.clock.now() });
    const service = stage.another(withoutKeys);
    expect(await book(service, 1, stage.by(key, 'two'))).toEqual(reused);
    stage.clock.set(stage.clock.now() + 30_001);
    accepted(await book(service, 1, stage.by(key, 'two')));
    expect(await book(service, 0, stage.by(key, 'one'))).toEqual(reused);
  });

  test('stays used, however late, where its events are there', async () => {
    const key = newKey();
    accepted(await book(stage.another(withoutKeys), 0, stage.by(key, 'one')));
    stage.clock.set(stage.clock.now() + 60 * 60_000);
    expect(await book(stage.another(withoutKeys), 1, stage.by(key, 'two'), '11:00')).toEqual(reused);
  });

  test('stays used where the append’s answer was lost, and is free where the log refused the append', async () => {
    const lost = newKey();
    const losing = failing(async (append) => {
      await append();
      throw new EventLogUnavailable('the answer was lost', 'unknown');
    });
    accepted(await book(losing, 0, stage.by(lost, 'one')));
    expect(await book(stage.another(withoutKeys), 1, stage.by(lost, 'two'))).toEqual(reused);

    const refused = newKey();
    const refusing = failing(() => Promise.reject(new EventLogUnavailable('unavailable', 'notAppended')));
    await expect(book(refusing, 0, stage.by(refused, 'one'), '09:30')).rejects.toThrow(EventLogUnavailable);
    accepted(await book(stage.another(withoutKeys), 1, stage.by(refused, 'two')));
  });

  test('while the vault is unavailable, the folded state alone decides', async () => {
    const away = () => Promise.reject(new VaultUnavailable('unavailable'));
    const service = stage.another(withoutKeys, (vault) => ({
      ...vault,
      commandKeys: { take: away, replace: away, find: away, release: away },
    }));
    const key = newKey();
    const first = accepted(await book(service, 0, stage.by(key, 'one')));
    expect(await book(service, 0, stage.by(key, 'one'))).toEqual(first);
    expect(await book(service, 0, stage.by(key, 'two'))).toEqual(reused);
  });

  test('and nobody waits for it meanwhile: it is asked again after 5 s', async () => {
    const requests: string[] = [];
    const down = (id: string) => {
      requests.push(id);
      return Promise.reject(new VaultUnavailable('unavailable'));
    };
    const service = stage.another(withoutKeys, (vault) => ({
      ...vault,
      commandKeys: { ...vault.commandKeys, take: ({ id }) => down(id) },
    }));
    const [first, second, third] = [stage.by(newKey(), 'one'), stage.by(newKey(), 'two'), stage.by(newKey(), 'three')];
    accepted(await book(service, 0, first));
    stage.clock.set(stage.clock.now() + 4_999);
    accepted(await book(service, 1, second));
    stage.clock.set(stage.clock.now() + 1);
    accepted(await book(service, 0, third, '09:30'));
    expect(requests).toEqual([first.commandId, third.commandId]);
  });

  test('one asks it again at a time, also while a call from before the outage ends', async () => {
    const requests = new Map<string, { fail: (error: Error) => void }>();
    const failUnexpected = () => Promise.reject(new Error('not asked for'));
    const keys = commandKeys({
      log: { readStream: failUnexpected },
      store: {
        take: ({ id }) => new Promise((_, fail) => requests.set(id, { fail })),
        ...{ replace: failUnexpected, find: failUnexpected, release: failUnexpected },
      },
      clock: stage.clock,
      logger: { warn: () => undefined },
    });
    const take = (id: string) => keys.beforeAppend?.take({ id, digest: 'one' }, 'stream', 0);
    const fail = (id: string) => requests.get(id)?.fail(new VaultUnavailable('unavailable'));
    const [early, first] = [take('early'), take('first')];
    fail('first');
    await first;
    stage.clock.set(stage.clock.now() + 5_000);
    const probe = take('probe');
    fail('early');
    await early;
    stage.clock.set(stage.clock.now() + 5_000);
    const next = take('next');
    expect([...requests.keys()]).toEqual(['early', 'first', 'probe']);
    fail('probe');
    expect(await Promise.all([probe, next])).toEqual([true, true]);
  });
});
