import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenFollowItem, SealedLog } from '@dayline/event-log/sealed-log/open';
import { desk } from '@dayline/projector/projections/desk/projection';
import { startProjector } from '@dayline/projector/runner/start';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import type { Figures } from '../report.ts';
import { spreadOf } from '../statistics.ts';
import type { PlainLog } from './plain-log.ts';

/** The log as the projector follows it, but only up to a position. */
function upTo(log: SealedLog, end: string): SealedLog {
  async function* follow(after: string, signal: AbortSignal): AsyncGenerator<OpenFollowItem> {
    const ending = new AbortController();
    for await (const item of log.follow(after, AbortSignal.any([signal, ending.signal]))) {
      if (item.kind === 'caughtUp') continue;
      const events = item.events.filter(({ position }) => position <= end);
      if (events.length > 0) yield { kind: 'events', events };
      if ((events.at(-1)?.position ?? end) >= end) break;
    }
    ending.abort();
    yield { kind: 'caughtUp', position: end };
    // A feed ends only when aborted.
    await pause(2 ** 30, undefined, { signal }).catch(() => undefined);
  }
  return { ...log, head: async () => end, follow };
}

/**
 * G6: the projector from the log's start, with all indexes and the checkpoint in each transaction; against scan and
 * parse.
 */
export async function catchUpFigures(
  parts: { readonly log: SealedLog; readonly plain: PlainLog; readonly folder: string },
  { rounds, events }: { readonly rounds: number; readonly events: number },
): Promise<Figures> {
  const { log, plain, folder } = parts;
  const { count, end } = plain.scan(events);
  const feed = upTo(log, end);
  const rates: { readonly scan: number; readonly catchUp: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const scanStarted = performance.now();
    plain.scan(events);
    const scan = (count * 1_000) / (performance.now() - scanStarted);

    const views = openSqliteViewStore({ directory: join(folder, `views-${round}`) });
    const started = performance.now();
    let reached: () => void = () => {};
    const caughtUp = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const onStatus = ({ checkpoint }: { readonly checkpoint: string | null }) => {
      if (checkpoint === end) reached();
    };
    const projector = await startProjector({ projection: desk, feed, views, onStatus });
    await caughtUp;
    rates.push({ scan, catchUp: (count * 1_000) / (performance.now() - started) });
    await projector.stop();
    await views.close();
  }
  return {
    goals: [
      {
        goal: 'G6',
        what: "the projector's catch-up, of scan and parse",
        ...spreadOf(rates.map(({ scan, catchUp }) => catchUp / scan)),
        must: 0.05,
        stretch: 0.1,
        wanted: 'atLeast',
      },
    ],
    plain: [
      { what: 'projector, catching up', unit: 'events/s', ...spreadOf(rates.map(({ catchUp }) => catchUp)) },
      { what: 'scan and parse of the log', unit: 'events/s', ...spreadOf(rates.map(({ scan }) => scan)) },
    ],
  };
}
