import { setTimeout as pause } from 'node:timers/promises';
import { runs } from '@dayline/contracts/testing/trials';
import type { AppointmentRow } from '@dayline/contracts/views';
import { desk } from '@dayline/projector/projections/desk/projection';
import { nodeProgram, plainAppends, startNode } from '@dayline/test-servers/eventstore-node';
import { type DeskLoad, preparePlaces, startDeskLoad } from '../testing/desk-load.ts';
import { eventually } from '../testing/event-file.ts';
import { callerAt } from '../testing/http-caller.ts';
import { type OpenPage, openPage } from '../testing/open-page.ts';
import { openFront } from '../testing/processes/front.ts';
import { type Product, type Program, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { atStores, prepareSmallClinic } from '../testing/small-clinic.ts';
import { viewsAndRebuild } from '../testing/views-equal.ts';

/** A real node and the services on it are killed in turn while desks book, cancel and move at both command services. */

const rounds = runs(0, 20);
const perSecond = Number(process.env['TRIALS_PER_SECOND'] ?? 100);
/** How long after a kill every visit must be in its one slot again, in ms. */
const settledMs = 30_000;
const program = nodeProgram();
const inTrials = rounds === 0 || program === null ? test.skip : test;
const ending: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (let end = ending.pop(); end; end = ending.pop()) await end();
}, 150_000);

const clinicOnNode = async () => {
  const folder = temporaryData();
  ending.push(async () => removeData(folder));
  const node = await startNode(program ?? '', { keeps: true });
  ending.push(() => node.stop());
  const env = { EVENT_STORE_URL: node.url, DATA_DIR: folder };
  const clinic = await prepareSmallClinic(env);
  const settings = { ...sharedSecrets, SIGNED_IN_CALLS_PER_MINUTE: '100000000', LOG_LEVEL: 'silent', ...env };
  const running = new Map<string, Product>();
  ending.push(() => Promise.all([...running.values()].map((product) => product.stop())));
  const start = async (name: string, service: Program): Promise<Product> => {
    const product = await startProduct(folder, settings, undefined, service);
    running.set(name, product);
    return product;
  };
  return { node, env, clinic, running, start };
};
type OnNode = Awaited<ReturnType<typeof clinicOnNode>>;

const urlsOf = ({ running }: Pick<OnNode, 'running'>): readonly string[] =>
  ['running', 'killed'].map((name) => running.get(name)?.url ?? '');

/** The visits by status, from the views. */
const statuses = (env: OnNode['env']): Promise<ReadonlyMap<string, readonly string[]>> =>
  atStores(env, async ({ views }) => {
    const store = await views.open(desk, 'read');
    const found = new Map<string, string[]>();
    try {
      for await (const row of store.scan('appointments')) {
        // Cast is safe: the view's name determines the type of its rows.
        const { key, status, gone } = row as AppointmentRow;
        if (!gone) found.set(status, [...(found.get(status) ?? []), key]);
      }
    } finally {
      await store.close();
    }
    return found;
  });

/** Nothing acknowledged is lost, nothing is duplicated, and each visit is in one slot. */
async function expectAsAnswered(env: OnNode['env'], { confirmed, cancelled }: DeskLoad): Promise<void> {
  const differing = (found: readonly string[] = [], expected: ReadonlySet<string>) => {
    const there = new Set(found);
    return [...found.filter((id) => !expected.has(id)), ...[...expected].filter((id) => !there.has(id))];
  };
  let different: readonly string[] = [];
  await eventually(
    'each visit is where the answers to the desks say',
    async () => {
      const found = await statuses(env);
      different = [...differing(found.get('Confirmed'), confirmed), ...differing(found.get('Cancelled'), cancelled)];
      return different.length === 0;
    },
    settledMs,
  ).catch(() => expect(different).toEqual([]));
}

inTrials(
  'npm run trials on a node: no command is lost or doubled where services and the node are killed',
  async () => {
    const onNode = await clinicOnNode();
    const { node, env, clinic, running, start } = onNode;
    await Promise.all([
      start('running', 'command-service'),
      start('killed', 'command-service'),
      start('p', 'projector'),
    ]);
    const front = await openFront({ commands: urlsOf(onNode), query: (await start('query', 'query-service')).url });
    ending.push(() => front.close());
    const lead = () => front.lead({ commands: urlsOf(onNode), query: running.get('query')?.url ?? '' });
    const admin = await eventually('the clinic is known', () => clinic.signIn(front.url).catch(() => null));
    const places = await preparePlaces(admin, clinic.clientId);
    const page = openPage(front.url, admin.cookie, clinic.clientId);
    const load = startDeskLoad({ ...admin, ...clinic, places, perSecond, urls: urlsOf(onNode) });
    ending.push(
      () => load.rest().catch(() => undefined),
      async () => page.close(),
    );
    await load.more(200);
    const restart = async (name: string, service: Program) => {
      await running.get(name)?.kill();
      await load.more(50);
      await start(name, service);
      lead();
      load.lead(urlsOf(onNode));
      await load.more(100);
    };
    for (let round = 1; round <= rounds; round += 1) {
      await restart('killed', 'command-service');
      await restart('p', 'projector');
      await restart('query', 'query-service');
      await node.kill();
      await node.startAgain();
      await load.more(100);
      await load.rest();
      await expectAsAnswered(env, load);
      await pageShows(page, load);
      load.resume();
    }
    await load.rest();
    const { kept, rebuilt } = await viewsAndRebuild(env);
    const rebuiltRows = new Set(rebuilt);
    expect(kept.filter((row) => !rebuiltRows.has(row)).slice(0, 3)).toEqual([]);
    expect(kept).toHaveLength(rebuilt.length);
    const { bookings, cancellations, moves, repeated } = load.counts;
    const again = [...repeated].map(([reason, count]) => `${reason}: ${count}`).join(', ');
    process.stdout.write(
      `${rounds} kills each: ${bookings} bookings, ${cancellations} cancellations, ${moves} moves; sent again: ${again}\n`,
    );
  },
  3_600_000,
);

const pageShows = (page: OpenPage, { confirmed }: DeskLoad) =>
  eventually(
    `the open page shows ${confirmed.size}`,
    async () => page.active() === confirmed.size && page.listed() === confirmed.size && !page.isOutdated(),
  );

/** Seconds until an operation first succeeds, retried at once. */
async function secondsUntil(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await eventually('it succeeds', () =>
    work().then(
      () => true,
      () => false,
    ),
  );
  return Math.round(performance.now() - began) / 1_000;
}

inTrials.each([3, 10, 30])(
  'npm run trials on a node: a booking is served again soon after the node was away for %d s',
  async (seconds) => {
    const onNode = await clinicOnNode();
    const { node, clinic, start } = onNode;
    const [commands, , query] = await Promise.all([
      start('running', 'command-service'),
      start('p', 'projector'),
      start('query', 'query-service'),
    ]);
    const front = await openFront({ commands: [commands.url], query: query.url });
    ending.push(() => front.close());
    const { cookie } = await eventually('the clinic is known', () => clinic.signIn(front.url).catch(() => null));
    const { call } = callerAt(front.url, cookie);
    const [place] = await preparePlaces({ call }, clinic.clientId);
    const plain = plainAppends(node.url);
    ending.push(plain.close);
    const what = { type: 'Direct Consultation', paymentStatus: 'Paid', clientId: clinic.clientId } as const;
    const book = async () => {
      if (!place) throw new Error('There is no place.');
      return (await call('createAppointment', { userId: place.userId, ...place.next(), ...what })).reply();
    };
    await Promise.all([book(), plain.append()]);
    await node.kill();
    const began = performance.now();
    const [served, appended] = [secondsUntil(book), secondsUntil(plain.append)];
    await pause(seconds * 1_000);
    await node.startAgain();
    const up = (performance.now() - began) / 1_000;
    const after = (sinceKill: number) => Math.max(0, sinceKill - up).toFixed(1);
    process.stdout.write(
      `away for ${seconds} s: the first booking ${after(await served)} s after the node is up, a plain client's append ${after(await appended)} s\n`,
    );
  },
  600_000,
);
