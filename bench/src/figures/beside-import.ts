import { setTimeout as pause } from 'node:timers/promises';
import { patientList } from '@dayline/command-service/testing/patient-list';
import { uploadHeader } from '@dayline/contracts/endpoints/definition';
import { endpoints, type RequestInputOf, type ResponseOf } from '@dayline/contracts/endpoints/table';
import { latencies, openLoop } from '../load/open-loop.ts';
import type { Figures, PlainFigure } from '../report.ts';
import { type ProcessUsage, usagePath } from '../server/usage.ts';
import { spreadOf } from '../statistics.ts';
import { comparedLatency, type LatencyRound, plainLatency } from './compared.ts';
import type { Setting } from './setting.ts';
import { warmUp } from './throughput.ts';

const bookingsPerSecond = 50;
const seed = 36;
/** Interval between two readings of the memory, in ms. */
const pollEveryMs = 500;

/** P3: bookings while a long list of patients is previewed, and while it is imported, against bookings alone. */
export async function bookingBesideImport(setting: Setting): Promise<Figures> {
  const { plan, server, calls, target, disk } = setting;
  await warmUp(setting);
  const load = {
    perSecond: bookingsPerSecond,
    count: plan.batch(bookingsPerSecond) * plan.batches(bookingsPerSecond),
  };
  const book = async () => {
    const taken = latencies(await openLoop(calls.book, load));
    await target.untilViewsReach(calls.lastPosition());
    return taken;
  };
  const alone: number[][] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    await disk.look();
    alone.push(await book());
  }
  const list = importsOn(setting);
  const memory = watchMemory(server.port);
  const began = performance.now();
  const file = await list.upload(patientList(plan.importRows, seed).csv);
  const preview = list.preview(file);
  const besidePreview = await repeated(book, preview, plan.rounds);
  const { digest } = await preview;
  const previewedAt = performance.now();
  await list.start(file.importId, digest);
  const finished = list.finished(file.importId);
  const importing: number[][] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    await disk.look();
    importing.push(await book());
  }
  const { rows } = await finished;
  const endedAt = performance.now();
  const maxMegabytes = await memory.end();

  const beside = (product: readonly number[][], what: string) => {
    const rounds: LatencyRound[] = alone.map((yardstick, round) => ({ product: product[round] ?? [], yardstick }));
    const { p99 } = comparedLatency(rounds);
    const goal = { goal: 'P3', what: `${what}, of one alone: p99`, ...p99, must: 3, bound: 'atMost' } as const;
    return { goal, plain: plainLatency(rounds, what) };
  };
  const parts = [
    beside(besidePreview, `a booking beside a preview of ${plan.importRows} rows`),
    beside(importing, 'a booking beside the import of them'),
  ];
  return {
    goals: parts.map(({ goal }) => goal),
    plain: [
      ...parts.flatMap(({ plain }) => plain),
      once('preview', 's', (previewedAt - began) / 1_000),
      once(`import of ${rows} rows`, 's', (endedAt - previewedAt) / 1_000),
      once('most memory meanwhile', 'MB', maxMegabytes),
    ],
  };
}

const once = (what: string, unit: string, value: number): PlainFigure => ({ what, unit, ...spreadOf([value]) });

/** Repeats rounds until the work has ended, at least one; returns the last ones. */
async function repeated(book: () => Promise<number[]>, until: Promise<unknown>, most: number): Promise<number[][]> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const rounds: number[][] = [];
  while (!isOver || rounds.length === 0) rounds.push(await book());
  await over;
  return rounds.slice(-most);
}

type File = ResponseOf<'uploadImport'>['file'];

/** The requests of an administrator's page. */
function importsOn({ target, server: { clinic } }: Setting) {
  const { clientId } = clinic;
  const cookie = target.cookies[0] ?? '';
  async function post<Name extends 'previewImport' | 'startImport' | 'listImports'>(
    name: Name,
    request: RequestInputOf<Name>,
  ): Promise<ResponseOf<Name>> {
    const { path } = endpoints[name];
    const { status, body } = await target.post(path, JSON.stringify(request), { cookie });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    // Cast is safe: the product answers by the schema.
    return body as ResponseOf<Name>;
  }

  return {
    async upload(csv: string): Promise<File> {
      const boundary = 'dayline-bench';
      const part = (head: string, content: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
      const form = [
        part('name="clientId"', clientId),
        part('name="file"; filename="patients.csv"\r\nContent-Type: text/csv', csv),
        `--${boundary}--\r\n`,
      ].join('');
      const { path } = endpoints.uploadImport;
      const headers = { cookie, [uploadHeader]: '1', 'content-type': `multipart/form-data; boundary=${boundary}` };
      const { status, body } = await target.post(path, form, headers);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
      // Cast is safe, as above.
      return (body as ResponseOf<'uploadImport'>).file;
    },
    async preview({ importId, kind, dayOrder, columns }: File) {
      const request = { clientId, importId, kind, dayOrder, columns: columns.map(({ field }) => field) };
      for (;;) {
        const reply = await post('previewImport', request);
        if (reply.preview) return reply.preview;
      }
    },
    async start(importId: string, digest: string): Promise<void> {
      await post('startImport', { clientId, importId, digest });
    },
    async finished(importId: string) {
      for (;;) {
        const { imports } = await post('listImports', { clientId });
        const match = imports.find((candidate) => candidate.importId === importId);
        if (match?.finishedAt) return match;
        await pause(1_000);
      }
    },
  };
}

/** The maximum memory that the product uses until the end, in MB. */
function watchMemory(port: number): { end(): Promise<number> } {
  let isOver = false;
  let most = 0;
  const watch = (async () => {
    while (!isOver) {
      const usage = await (await fetch(`http://127.0.0.1:${port}${usagePath}`)).json();
      // Cast is safe: usage.ts sends exactly this.
      most = Math.max(most, (usage as ProcessUsage).rss);
      await pause(pollEveryMs);
    }
  })();
  return {
    async end() {
      isOver = true;
      await watch;
      return most / 2 ** 20;
    },
  };
}
