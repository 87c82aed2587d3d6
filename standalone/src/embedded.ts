import { setTimeout as pause } from 'node:timers/promises';
import { composeChatbot } from '@dayline/chatbot/compose';
import { composeTrial } from '@dayline/chatbot/simulator/trial';
import { composeCommands } from '@dayline/command-service/compose';
import type { CommandService } from '@dayline/command-service/service';
import type { Position } from '@dayline/contracts/ids';
import { type EventLog, EventLogDamaged, SetBackNotAccepted } from '@dayline/event-log/port';
import { rememberTraces } from '@dayline/event-log/recent-traces';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { callSetup } from '@dayline/http/call-setup';
import { serveProcess } from '@dayline/http/server/serve';
import { webFiles } from '@dayline/http/server/web-files';
import { refuseDemoAccounts } from '@dayline/http/session/demo-accounts';
import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import { statusLines } from '@dayline/projector/runner/log-status';
import { startProjectorThread } from '@dayline/projector/runner/thread';
import { composeQueries } from '@dayline/query-service/compose';
import { readYourWrites } from '@dayline/query-service/readiness/read-your-writes';
import type { ProductVersion } from '@dayline/runtime/product-version';
import { addressOf, type Running } from '@dayline/runtime/service/process';
import { openProcess, type ProcessParts } from '@dayline/stores/process';
import type { Vault } from '@dayline/vault/port';
import type { ProjectionStore } from '@dayline/view-store/port';
import type { Express } from 'express';
import { chatbotKeyOf } from './demo/chatbot-key.ts';

export interface EmbeddedParts extends ProcessParts {
  /** The folder of the built web application, or null to serve only the calls. */
  readonly webFolder: string | null;
  /** Wraps the process's log; commands append to the result. */
  readonly appendsOver?: (log: EventLog) => EventLog;
  /**
   * Runs before the server listens: seeds the demo data. When the server listens, the views have reached the log's
   * head.
   */
  readonly beforeListening?: (commands: CommandService['commands'], log: EventLog) => Promise<void>;
  /** Whether the data is the demo's, asked after `beforeListening`: its chatbot can be tried. */
  readonly hasDemo?: () => boolean;
  /** Additional routes, for measurements. */
  readonly more?: (app: Express, parts: { readonly log: EventLog; readonly vault: Vault }) => void;
}

export interface Embedded extends Running {
  readonly product: ProductVersion;
  /** Whether nothing was ever entered. */
  readonly isEmpty: boolean;
  readonly commands: CommandService['commands'];
}

/** The three services, and the chatbot if it is configured, in one process, on the engines in the settings: by default SQLite files in `config.dataDir`. */
export async function startEmbedded({
  webFolder,
  appendsOver = (log) => log,
  beforeListening,
  hasDemo = () => false,
  more,
  ...parts
}: EmbeddedParts): Promise<Embedded> {
  const opened = await openProcess(parts, { keepsLastSeen: true, projections: [desk, activity] });
  await refuseDemoAccounts(opened);
  const { config, logger, metrics, stores } = opened;
  const { log, vault } = stores;
  const traced = rememberTraces(log);
  const sealedLog = openSealedLog(appendsOver(traced.log), vault.keys);
  const commands = composeCommands({ ...opened, sealedLog });
  const chatbot = config.whatsApp && composeChatbot({ ...opened, sealedLog, settings: config.whatsApp });
  const { trail, commands: byName } = commands.service;
  const projector = await startProjectorThread({
    ...config,
    onPollFailed: opened.onPollFailed,
    onStatus: statusLines(logger),
  });
  const queries = await composeQueries({ ...opened, traceOf: traced.traceOf, checksLog: true });
  const { store } = queries;
  const names = [queries.names, commands.service.names];
  const calls = callSetup({ ...opened, vault, log, names, onAnswered: metrics.callAnswered });
  let isEmpty = false;
  if (await isAdmitted(log)) {
    const headBefore = await log.head();
    const progress = await queries.building();
    if (progress) logger.info(progress, 'the views are being built; reads are refused until they are complete');
    await beforeListening?.(byName, log);
    const head = await log.head();
    isEmpty = head === log.start;
    // The first page must not show a half-filled demo.
    if (head !== headBefore) await untilViewsReach({ store, head }, () => projector.status().stopped !== null);
  }
  const trial =
    hasDemo() && !chatbot
      ? composeTrial({
          ...{ ...opened, sealedLog },
          apiKeyOf: (clientId) => chatbotKeyOf(clientId, { commands: byName, keys: { ...config, log, ...opened } }),
          patients: async () => (await import('./demo/trial-patients.ts')).trialPatients(),
        })
      : null;
  const projectors = { desk: projector, activity: projector.activity };
  const { service, health } = queries.service({ sealedLog, calls, trail, projectors, trial, follow: projector.follow });
  if (logger.isLevelEnabled('debug')) store.onCommit((position) => logger.debug({ at: position }, 'views committed'));
  const close = async (): Promise<void> => {
    await (chatbot ?? trial)?.stop();
    await calls.stop();
    // The followers of commands and queries read through the projector's thread.
    await commands.stop();
    await queries.close();
    await projector.stop();
    await opened.close();
  };
  await queries.looked;
  const listening = await serveProcess({
    ...opened,
    security: calls.security,
    calls: [commands.router(calls), service.router, ...(chatbot ? [chatbot.router] : [])],
    health: { ...health, ...commands.health },
    more: (app) => {
      more?.(app, { log, vault });
      if (webFolder !== null) app.use(webFiles(webFolder));
    },
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  service.attachLive(listening.server);
  commands.start(listening.port, projector.follow);
  (chatbot ?? trial)?.start(addressOf(config, listening.port), projector.follow);

  return {
    product: opened.product,
    isEmpty,
    port: listening.port,
    commands: byName,
    async stop() {
      await service.stop();
      await listening.close();
      await close();
    },
  };
}

/** False if the log was set back or is damaged: the product then starts in order to report it. */
async function isAdmitted(log: EventLog): Promise<boolean> {
  try {
    await log.admit?.();
    await log.readAll(log.start, 1);
    return true;
  } catch (error) {
    if (error instanceof SetBackNotAccepted || error instanceof EventLogDamaged) return false;
    throw error;
  }
}

/** In ms. Views without progress for this long no longer delay the start: `/readyz` says what is wrong. */
const maxStandstill = 30_000;
const lookEveryMs = 20;

interface StoreConnections {
  readonly store: ProjectionStore;
  readonly head: Position;
}

async function untilViewsReach({ store, head }: StoreConnections, isStuck: () => boolean): Promise<void> {
  const position = async (): Promise<Position> => (await store.checkpoint())?.position ?? '';
  const waiting = readYourWrites({ position, onCommit: (listener) => store.onCommit(listener) }, 1_000);
  let [last, movedAt] = [await position(), Date.now()];
  while (!(await waiting.reached(head)) && !isStuck()) {
    await pause(lookEveryMs);
    const now = await position();
    if (now !== last) [last, movedAt] = [now, Date.now()];
    else if (Date.now() - movedAt > maxStandstill) break;
  }
  waiting.stop();
}
