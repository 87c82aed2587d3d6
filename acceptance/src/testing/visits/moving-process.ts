// A process that moves a visit, or undoes its move, and stops once its nth append is durable: to be killed there.
import type { Stores } from '@dayline/stores/open';
import { atStores } from '../small-clinic.ts';
import type { Moving } from './killed-moves.ts';
import { moving } from './visit-requests.ts';
import { VisitStage } from './visit-stage.ts';

// Cast is safe: `killMove` has written it.
const { folder, clientId, key, at, nth, request } = JSON.parse(process.argv[2] ?? '') as Moving;

async function move(stores: Stores): Promise<void> {
  const stage = await VisitStage.open(stores, 'read');
  stage.set(at);
  let appends = 0;
  const service = stage.process((log) => ({
    ...log,
    async append(...call) {
      const result = await log.append(...call);
      appends += 1;
      if (appends < nth) return result;
      process.stdout.write('durable\n');
      return new Promise<never>(() => setInterval(() => undefined, 60_000));
    },
  }));
  await moving(request)(service.commands, stage.by(clientId, key));
  await stage.close();
}

await atStores({ DATA_DIR: folder }, move);
process.stdout.write('ended\n');
