import { systemContext } from '@dayline/command-service/command-handler/system-context';
import { createAggregates, createCommands } from '@dayline/command-service/modules';
import { noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { fold } from '@dayline/contracts/fold';
import { runs } from '@dayline/contracts/testing/trials';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openPasswords } from '@dayline/http/session/passwords';
import { systemClock } from '@dayline/runtime/clock';
import type { Environment } from '@dayline/runtime/config/settings';
import type { Stores } from '@dayline/stores/open';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import fc from 'fast-check';
import { sharedSecrets } from '../testing/processes/services.ts';
import { atStores } from '../testing/small-clinic.ts';

/**
 * Arbitrary concurrent calls from two processes, for the people on two phones: one person per name, nobody renamed, no
 * duplicate number, and no reservation except for current names.
 */

const phones = ['919800000001', '919800000002'];
const names = ['Meera Iyer', 'meera  IYER', 'Kabir Iyer', 'Anya Iyer'];
const numbers = ['JH 1', 'jh  1', 'JH 2'];
const maxOfOneName = 9;

/** One call; `who` is another person ("else"), or the index of an already registered person. */
interface Ask {
  readonly name: string;
  readonly phone: string | null;
  /** Undefined: not in the request. */
  readonly uhid: string | null | undefined;
  readonly who: 'else' | number | undefined;
}

const ask: fc.Arbitrary<Ask> = fc.record({
  name: fc.constantFrom(...names),
  phone: fc.constantFrom(...phones, ...phones, null),
  uhid: fc.constantFrom(undefined, undefined, null, ...numbers),
  who: fc.oneof(fc.constant(undefined), fc.constant(undefined), fc.constant('else' as const), fc.nat(5)),
});
type Pair = readonly [Ask, Ask];
const anyPairs = fc.array(fc.tuple(ask, ask), { minLength: 1, maxLength: 4 });

const request: Ask = { name: 'Meera Iyer', phone: '919800000001', uhid: undefined, who: undefined };
/**
 * New people at once, corrections concurrent with registrations, numbers requested by two people, people without a
 * phone.
 */
const everyCase: readonly Pair[] = [
  [request, { ...request, name: 'meera  IYER' }],
  [
    { ...request, uhid: 'JH 1' },
    { ...request, name: 'Kabir Iyer', uhid: 'jh  1' },
  ],
  [
    { ...request, name: 'Anya Iyer', who: 0 },
    { ...request, name: 'Anya Iyer' },
  ],
  [
    { ...request, who: 'else' },
    { ...request, who: 'else', uhid: 'JH 2' },
  ],
  [
    { ...request, phone: null, uhid: 'JH 2', who: 0 },
    { ...request, phone: '919800000002', uhid: null, who: 0 },
  ],
  [
    { ...request, phone: null },
    { ...request, phone: null, uhid: 'JH 2' },
  ],
];

type Person = Pick<PatientDetails, 'name' | 'phone' | 'uhid'>;

async function live({ log, vault }: Stores, pairs: readonly Pair[]): Promise<ReadonlySet<string>> {
  const clock = systemClock;
  const sealed = openSealedLog(log, vault.keys);
  const desks = [0, 1].map(() => {
    const aggregates = createAggregates({ log: openSealedLog(log, vault.keys), clock });
    return createCommands({
      ...{ aggregates, vault, passwords: openPasswords() },
      config: { bookingHorizonDays: 60, undoWindowSeconds: 15 },
    });
  });
  const [desk] = desks;
  const onboarded = await desk?.onboardClient({ name: 'Sunrise' }, systemContext({ clock, clientId: '' }));
  if (!onboarded || isRefusal(onboarded)) throw new Error('No client.');
  const { clientId } = onboarded;
  const known: string[] = [];
  const corrected = new Set<string>();
  const reached = new Set<string>();

  async function take({ who, uhid, ...called }: Ask, index: number): Promise<void> {
    const userId = typeof who === 'number' ? known[who % Math.max(known.length, 1)] : undefined;
    if (userId !== undefined) corrected.add(userId);
    const details = { ...called, email: null, location: null, ...(uhid !== undefined && { uhid }) };
    const target = userId === undefined ? { somebodyElse: who === 'else' } : { userId };
    const saved = await desks[index]?.savePatient(details, systemContext({ clock, clientId }), target);
    if (!saved) throw new Error('There are two desks.');
    reached.add(isRefusal(saved) ? saved.refused : userId === undefined ? 'saved' : 'corrected');
    if (isRefusal(saved)) return;
    const { patientId } = saved;
    if (!known.includes(patientId)) known.push(patientId);
    const before = await historyOf(patientId);
    expect(before.some((was) => was.phone === called.phone && fold(was.name ?? '') === fold(called.name))).toBe(true);
  }

  /** Each person's name after each event. */
  async function historyOf(patientId: string): Promise<Person[]> {
    let now: Person = noDetails;
    return (await sealed.readStream(streams.patient(patientId))).map(({ data }) => {
      now = { ...now, ...data };
      return now;
    });
  }

  for (const [index, pair] of pairs.entries()) {
    await Promise.all(pair.map((request, desk) => take(request, (index + desk) % 2)));
    const histories = await Promise.all(known.map(historyOf));
    const people = histories.map((before) => before.at(-1) ?? noDetails);
    // Only a correction of that person may rename them.
    for (const [person, before] of histories.entries()) {
      const folded = new Set(before.map(({ name }) => fold(name ?? '')));
      if (!corrected.has(known[person] ?? '')) expect(folded.size).toBe(1);
    }
    const held = people.flatMap(({ uhid }) => (uhid === null ? [] : [fold(uhid)]));
    expect(held.length).toBe(new Set(held).size);
    expect(await reserved()).toEqual(searchText(people));
  }

  /** Each person's name, phone and number should have exactly one reservation. */
  function searchText(people: readonly Person[]): string[] {
    return people
      .flatMap(({ name, phone, uhid }, index) => [
        ...(phone === null ? [] : [`${known[index]} ${phone} ${fold(name ?? '')}`]),
        ...(uhid === null ? [] : [`${known[index]} ${fold(uhid)}`]),
      ])
      .sort();
  }

  async function reserved(): Promise<string[]> {
    const found: string[] = [];
    const look = async (scope: string, value: string, as: string) => {
      const holder = await vault.reservations.find(`${scope}:${clientId}`, value);
      if (holder) found.push(`${holder.completed ? '' : 'not completed: '}${holder.id} ${as}`);
    };
    for (const number of new Set(numbers.map(fold))) await look('uhid', number, number);
    for (const phone of phones) {
      for (const name of new Set(names.map(fold))) {
        for (let ordinal = 1; ordinal <= maxOfOneName; ordinal += 1) {
          await look('person', `${phone} ${name} ${ordinal}`, `${phone} ${name}`);
        }
      }
    }
    return found.sort();
  }

  // A request for a name that a concurrent correction is taking may be answered with a retry.
  reached.delete('log.conflict');
  return reached;
}

const anyFamily = (env: Environment, numRuns: number) =>
  atStores(env, async (stores) => {
    await fc.assert(
      fc.asyncProperty(anyPairs, async (pairs) => {
        await live(stores, pairs);
      }),
      { numRuns },
    );
  });

const outcomes = ['corrected', 'saved', 'uhid.taken'];

test('in one data folder, every case and any pairs', async () => {
  await atStores({}, async (stores) => expect([...(await live(stores, everyCase))].sort()).toEqual(outcomes));
  await anyFamily({}, runs(20, 200));
}, 600_000);

await describeOnMongodb('on EventStoreDB and MongoDB', (mongo) => {
  test('every case and any pairs', async () => {
    const eventStore = await startEventStore();
    const env = { ...sharedSecrets, EVENT_STORE_URL: eventStore.url, VIEW_STORE_URL: mongo.database() };
    await atStores(env, async (stores) => expect([...(await live(stores, everyCase))].sort()).toEqual(outcomes));
    await anyFamily(env, runs(3, 200));
    await eventStore.stop();
  }, 1_200_000);
});
