import { LogVerifier } from '@dayline/event-log/sealed-log/verify';
import { scanSqliteLog } from '@dayline/event-log/sqlite/scan';
import type { PlainLog } from '../log-figures/plain-log.ts';
import type { Figures } from '../report.ts';
import { spreadOf } from '../statistics.ts';

/** Duration of `audit verify` over the first events, in ms. @throws Error if it finds a fault */
async function verify(path: string, count: number): Promise<number> {
  const started = performance.now();
  const scan = scanSqliteLog(path);
  const verifier = new LogVerifier(scan, ({ position }) => {
    throw new Error(`The log has a fault at ${position}.`);
  });
  for await (const page of scan.pages()) {
    for (const event of page) verifier.check(event);
    if (verifier.events >= count) break;
  }
  return (performance.now() - started) / verifier.events;
}

/** G14: verification of positions, revisions, checksums and the hash chain, against scan and parse of the same log. */
export async function verifyFigures(
  { plain, path }: { readonly plain: PlainLog; readonly path: string },
  { rounds, events }: { readonly rounds: number; readonly events: number },
): Promise<Figures> {
  const { count } = plain.scan(events);
  await verify(path, count);
  const rates: { readonly scan: number; readonly check: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    plain.scan(count);
    const scan = (count * 1_000) / (performance.now() - started);
    rates.push({ scan, check: 1_000 / (await verify(path, count)) });
  }
  return {
    goals: [
      {
        goal: 'G14',
        what: 'check of the whole log, of scan and parse',
        ...spreadOf(rates.map(({ scan, check }) => check / scan)),
        must: 0.3,
        bound: 'atLeast',
      },
    ],
    plain: [{ what: 'check of the whole log', unit: 'events/s', ...spreadOf(rates.map(({ check }) => check)) }],
  };
}
