import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { callSetup } from '@dayline/http/call-setup';
import { serveProcess } from '@dayline/http/server/serve';
import { refuseDemoAccounts } from '@dayline/http/session/demo-accounts';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { Running } from '@dayline/runtime/service/process';
import { openProcess, type ProcessParts } from '@dayline/stores/process';
import { composeCommands } from './compose.ts';

/**
 * The command service as a separate process; any number may run. It answers commands, sends mail (each email is leased
 * to one process) and finishes erasures (each step can be repeated).
 */
export async function startCommandService(parts: ProcessParts): Promise<Running> {
  const opened = await openProcess(parts, { keepsLastSeen: true, projections: [desk] });
  await refuseDemoAccounts(opened);
  const { metrics, stores } = opened;
  const { log, vault } = stores;
  const commands = composeCommands({ ...opened, sealedLog: openSealedLog(log, vault.keys) });
  const { trail, names } = commands.service;
  const calls = callSetup({ ...opened, vault, log, names: [names], onAnswered: metrics.callAnswered });
  metrics.observe({ log, trail: () => trail.reading(), commands: calls.commands });
  const close = async (): Promise<void> => {
    await calls.stop();
    await commands.stop();
    await opened.close();
  };
  const listening = await serveProcess({
    ...opened,
    security: calls.security,
    calls: [commands.router(calls)],
    health: { ...commands.health, log, views: null },
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  commands.start(listening.port);
  return {
    port: listening.port,
    async stop() {
      await listening.close();
      await close();
    },
  };
}
