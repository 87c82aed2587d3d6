import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { follow, followerParts } from '@dayline/event-log/follower';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { callSetup } from '@dayline/http/call-setup';
import { serveProcess } from '@dayline/http/server/serve';
import { webFiles } from '@dayline/http/server/web-files';
import { refuseDemoAccounts } from '@dayline/http/session/demo-accounts';
import { peopleSettler } from '@dayline/http/session/people-settler';
import { createTrail } from '@dayline/http/trail/trail';
import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { Running } from '@dayline/runtime/service/process';
import { openProcess, type ProcessParts } from '@dayline/stores/process';
import { composeQueries } from './compose.ts';

export interface QueryProcessParts extends ProcessParts {
  /** The folder of the built web application; if missing, only the calls are served. */
  readonly webFolder?: string;
}

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The query service as a separate process, with its sockets and the pages; any number may run. */
export async function startQueryService({ webFolder = builtWeb, ...parts }: QueryProcessParts): Promise<Running> {
  const opened = await openProcess(parts, { keepsLastSeen: true, projections: [desk, activity] });
  await refuseDemoAccounts(opened);
  const { metrics, stores } = opened;
  const { log, vault } = stores;
  const sealedLog = openSealedLog(log, vault.keys);
  const trail = createTrail({ ...opened, log: sealedLog, store: vault.trail, keys: vault.keys });
  const queries = await composeQueries(opened);
  const calls = callSetup({ ...opened, vault, log, names: [queries.names], onAnswered: metrics.callAnswered });
  const { service, health } = queries.service({ sealedLog, calls, trail });
  // The process that took the change may be the only one of the commands.
  const people = follow(followerParts(peopleSettler({ log, vault }), { log, vault, logger: opened.logger }));
  opened.followers.push(people);
  const close = async (): Promise<void> => {
    await calls.stop();
    await people.stop();
    await trail.stop();
    await queries.close();
    await opened.close();
  };
  await queries.looked;
  const listening = await serveProcess({
    ...opened,
    security: calls.security,
    calls: [service.router],
    health,
    more: (app) => {
      if (existsSync(webFolder)) app.use(webFiles(webFolder));
    },
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  service.attachLive(listening.server);
  return {
    port: listening.port,
    async stop() {
      await service.stop();
      await listening.close();
      await close();
    },
  };
}
