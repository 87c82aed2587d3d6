import { streams } from '@dayline/contracts/events/categories';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { type CallDeps, createRouter, type Router } from '@dayline/http/call-routes';
import type { Ownership } from '@dayline/http/claims';
import type { CallContext } from '@dayline/http/handler';
import type { ApiKeys } from '@dayline/http/partner/api-keys';
import { openBodyDigests } from '@dayline/http/request/body-digest';
import type { CalendarFeeds } from '@dayline/http/session/calendar-feeds';
import type { Displays } from '@dayline/http/session/displays';
import type { Passwords } from '@dayline/http/session/passwords';
import type { SessionNames, Sessions } from '@dayline/http/session/sessions';
import { countAttempts } from '@dayline/http/trail/counted';
import { recordRefusal } from '@dayline/http/trail/refused';
import { createTrail, type Trail } from '@dayline/http/trail/trail';
import type { Clock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Mail } from '@dayline/runtime/mail/port';
import type { OnImported } from '@dayline/runtime/metrics/metrics';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import type { Blobs } from '@dayline/vault/blobs/port';
import type { Vault } from '@dayline/vault/port';
import { accountsOfLetters } from './account/account-commands.ts';
import type { CommandHandlerWatch } from './command-handler/command-handler.ts';
import { commandKeys, keyOf } from './command-handler/command-keys.ts';
import { ImportService } from './import/import-service.ts';
import { importProcess } from './import/run/import-process.ts';
import { leaveProcess } from './leave-process/leave-process.ts';
import { LetterSender } from './letters/sender.ts';
import { letterWriter, recordLetter } from './letters/write.ts';
import { messageService } from './message-process/message-service.ts';
import {
  type Aggregates,
  type Commands,
  commandHandlers,
  createAggregates,
  createCommands,
  dayRules,
  forgetStreams,
} from './modules.ts';
import { moveProcess } from './moving/move-process.ts';
import { lapsedHolds } from './partner/lapsed-holds.ts';
import { namesAround } from './passwords/names-around.ts';
import { watchWrongPasswords } from './passwords/wrong-passwords.ts';
import { personIdOf } from './patient/patient-commands.ts';
import { personProcess } from './patient-merge/person-process.ts';
import { addressSettler } from './people-process/address-settler.ts';
import { retentionProcess } from './retention/retention-process.ts';
import { openProviders } from './single-sign-on/providers.ts';
import type { Views } from './views/views.ts';
import { offeredPlaces } from './waiting-process/offered-places.ts';
import type { DispatcherDeps } from './webhooks/dispatcher.ts';
import { openDispatcher, openWebhooks } from './webhooks/open.ts';

export interface CommandServiceDeps {
  readonly log: SealedLog;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly clock: Clock;
  /** Counts conflicts and retries, for metrics. */
  readonly watch?: CommandHandlerWatch;
  /** Counts wrong passwords, for metrics. */
  readonly onWrongPassword?: () => void;
  /** Counts the rows of imports, for metrics. */
  readonly onImported?: OnImported;
  readonly logger: Logger;
  readonly config: Pick<Config, 'bookingHorizonDays' | 'undoWindowSeconds'> &
    Partial<Pick<Config, 'singleSignOnPrivateHosts' | 'webhookPrivateHosts'>>;
  /** Storage of uploads: photos, and files of imports. */
  readonly blobs: Blobs;
  readonly views: Views;
}

/** The router's dependencies that the service itself lacks. */
export type RouterDeps = Omit<CallDeps, 'digestOf' | 'clock' | 'logger' | 'ownership' | 'onRefused' | 'sessions'> & {
  readonly sessions: Sessions;
  readonly displays: Displays;
  readonly apiKeys: ApiKeys;
  readonly calendarFeeds: CalendarFeeds;
  readonly attempts: Attempts;
};

export interface CommandService {
  readonly commands: Commands;
  readonly importService: ImportService;
  /** Carries out imports; for a follower of the log. */
  readonly imports: ReturnType<typeof importProcess>;
  /** Finishes moves to other days and doctors; for a follower of the log. */
  readonly moves: ReturnType<typeof moveProcess>;
  /** Finishes merges, splits and erasures of persons; for a follower of the log. */
  readonly persons: ReturnType<typeof personProcess>;
  /** Ends removals by retention; for a follower of the log. */
  readonly retention: ReturnType<typeof retentionProcess>;
  /** Records that holds have lapsed; a follower of the log. */
  readonly holds: ReturnType<typeof lapsedHolds>;
  /** Offers free places to patients on the waiting list; a follower of the log. */
  readonly waiting: ReturnType<typeof offeredPlaces>;
  /** Sends webhooks. */
  webhooks(parts: Pick<DispatcherDeps, 'log'>): ReturnType<typeof openDispatcher>;
  /** Carries out leaves; for a follower of the log. */
  readonly leaves: ReturnType<typeof leaveProcess>;
  /** Reads the streams. */
  readonly names: SessionNames;
  readonly trail: Trail;
  /** The commands of the endpoint table. */
  router(deps: RouterDeps): Router;
  /** Plans messages to patients, for a follower of the log, and sends them until the service stops. */
  readonly messages: Pick<ReturnType<typeof messageService>, 'planned' | 'start'>;
  /** Sends waiting mail until the service stops. `publicUrl` is the origin of links. */
  startLetters(parts: { readonly mail: Mail; readonly publicUrl: string; readonly operatorEmail: string }): void;
  /** Brings the vault to the addresses of the log; a follower of the log. */
  readonly addresses: ReturnType<typeof addressSettler>;
  /** Drops cached streams after a person was erased. */
  forget(): void;
  /** Resolves once the trail is in the log. The caller closes log and vault. */
  stop(): Promise<void>;
}

/** The owner of a doctor, a department or a patient, as loaded for the command itself. */
export function ownershipOf({ doctors, departments, patients }: Aggregates): Ownership {
  const handlers = { doctor: doctors, department: departments, patient: patients };
  return {
    clientOf: async (kind, id) => (await handlers[kind].load(streams[kind](id))).state?.clientId ?? null,
    personOf: (patientId) => personIdOf({ patients }, patientId),
  };
}

/** The write side: commands in, events out. */
export function createCommandService(deps: CommandServiceDeps): CommandService {
  const { log, vault, passwords, clock, logger, config, blobs, views } = deps;
  const keys = commandKeys({ log, store: vault.commandKeys, clock, logger });
  const aggregates = createAggregates({ log, clock, keys, ...(deps.watch ? { watch: deps.watch } : {}) });
  const commands = createCommands({
    ...{ aggregates, keys, vault, passwords, config },
    visitBefore: views.visitBefore,
    feesBefore: views.feesBefore,
    underWay: views.underWay,
    removalViews: views,
    takings: views.takings,
    ...{ organisation: views.organisation, waitingList: views.waitingList },
    log,
  });
  const importService = new ImportService({ aggregates, commands, keys: vault.keys, blobs, views, log, clock });
  const ownership = ownershipOf(aggregates);
  const trail = countAttempts(createTrail({ log, store: vault.trail, keys: vault.keys, clock, logger }), { clock });
  const onWrongPassword = watchWrongPasswords({ clock, logger, onWrong: deps.onWrongPassword });
  const digestOf = openBodyDigests(vault.keys);
  const outgoing = openWebhooks({ config, vault, clock });
  const providers = openProviders({ privateHosts: config.singleSignOnPrivateHosts ?? [], logger });
  let letters: LetterSender | null = null;
  const messages = messageService({ aggregates, log, clock }, { views, logger, keys: vault.keys });
  return {
    commands,
    importService,
    imports: importProcess({ importService, aggregates, clock, onImported: deps.onImported }),
    moves: moveProcess({ aggregates, visitBefore: views.visitBefore, rules: dayRules(config) }),
    persons: personProcess({ aggregates, rules: dayRules(config) }),
    retention: retentionProcess({ aggregates, views, rules: dayRules(config) }),
    waiting: offeredPlaces({ aggregates, clock, views, rules: dayRules(config) }),
    holds: lapsedHolds({ clock, days: { aggregates, rules: dayRules(config) } }),
    webhooks: (parts) => openDispatcher({ ...outgoing, aggregates, commands, vault, clock, logger, ...parts }),
    leaves: leaveProcess({
      aggregates,
      clock,
      visitBefore: views.visitBefore,
      feesBefore: views.feesBefore,
      rules: dayRules(config),
    }),
    messages,
    names: {
      client: async (clientId) => (await aggregates.clients.load(streams.client(clientId))).state,
      doctor: async (pocId) => (await aggregates.doctors.load(streams.doctor(pocId))).state,
    },
    trail,
    router({ sessions, displays, apiKeys, calendarFeeds, attempts, ...calls }) {
      const handlers = commandHandlers(commands, {
        vault,
        sessions,
        displays,
        apiKeys,
        calendarFeeds,
        providers,
        ...outgoing,
        ...{ log, clock, messageLinks: messages.links },
        publicUrl: calls.settings.publicUrl,
        passwords,
        attempts,
        trail,
        logger,
        blobs,
        importService,
        namesAround: namesAround(aggregates),
        onWrongPassword,
        cookieSecure: calls.settings.cookieSecure,
      });
      const isReused = async (command: CallContext) => {
        const key = keyOf(command);
        return key !== null && keys.isReused(key);
      };
      const more = { digestOf, isReused, sessions, clock, logger, ownership, onRefused: recordRefusal(trail) };
      return createRouter('command', handlers, { ...calls, ...more });
    },
    startLetters({ mail, publicUrl, operatorEmail }) {
      const accounts = accountsOfLetters({ aggregates, vault, clock });
      const write = letterWriter({ aggregates, ...accounts, vault, trail, clock, publicUrl, operatorEmail });
      letters = new LetterSender({
        outbox: vault.outbox,
        mail,
        write,
        onSent: recordLetter(trail),
        clock,
        logger,
      });
    },
    addresses: addressSettler({ aggregates, vault, clock }),
    forget: () => forgetStreams(aggregates),
    async stop() {
      await messages.stop();
      await letters?.stop();
      await importService.stop();
      await trail.stop();
    },
  };
}
