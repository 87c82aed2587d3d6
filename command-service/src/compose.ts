import type { StoredLog } from '@dayline/event-log/followable';
import { type Follower, type FollowerTask, follow, followerParts } from '@dayline/event-log/follower';
import { followLeased } from '@dayline/event-log/leased-follower';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { CallSetup } from '@dayline/http/call-setup';
import { openPasswords } from '@dayline/http/session/passwords';
import { peopleSettler } from '@dayline/http/session/people-settler';
import { desk as deskViews } from '@dayline/projector/projections/desk/projection';
import { lasting } from '@dayline/runtime/logging/lasting';
import { openMail } from '@dayline/runtime/mail/open';
import { addressOf } from '@dayline/runtime/service/process';
import type { OpenedProcess } from '@dayline/stores/process';
import type { CursorName } from '@dayline/vault/durable-followers';
import { openWhenRead } from '@dayline/view-store/lazy';
import { followErasures } from './erasure/follow-erasures.ts';
import { destroyOldUploads, filesOfErased } from './import/run/old-files.ts';
import { finishedMoves } from './moving/finished-moves.ts';
import { secondFactorSettler } from './people-process/second-factor-settler.ts';
import { inTurnsOfClients } from './process/in-turns-of-clients.ts';
import { followedProcess } from './process/process.ts';
import { createCommandService } from './service.ts';
import { viewsOf } from './views/views.ts';

export interface CommandParts extends OpenedProcess {
  readonly sealedLog: SealedLog;
}

/** The command service on a process's stores, alone or with other services. */
export function composeCommands({ config, logger, clock, metrics, stores, followers, sealedLog }: CommandParts) {
  const { log, vault, blobs, views } = stores;
  const desk = openWhenRead(() => views.open(deskViews, 'read'));
  const service = createCommandService({
    log: sealedLog,
    vault,
    passwords: openPasswords(),
    clock,
    logger,
    config,
    blobs,
    views: viewsOf(desk),
    watch: metrics.commands,
    onWrongPassword: metrics.wrongPassword,
    onImported: metrics.imported,
  });
  const lettersInTrouble = () => vault.outbox.inTrouble();
  const following: Pick<Follower, 'stop'>[] = [];
  return {
    service,
    health: {
      unreadable: sealedLog.unreadable,
      vault: lettersInTrouble,
      lettersInTrouble,
      erasures: { pending: vault.erasures.pending, clock },
    },
    router: (calls: CallSetup) => service.router(calls),
    /**
     * Starts sending mail and finishing erasures once the process is reachable at `port`.
     * @param followInThread follows the log in another thread
     */
    start(port: number, followInThread?: StoredLog['follow']): void {
      const followed = { ...log, ...(followInThread && { follow: followInThread }) };
      const partsOf = <Name extends CursorName>(task: FollowerTask<Name>) =>
        followerParts(task, { log: followed, vault, logger });
      const inEach = <Name extends CursorName>(task: FollowerTask<Name>) => follow(partsOf(task));
      const inOne = <Name extends CursorName>(task: FollowerTask<Name>) =>
        followLeased({ ...partsOf(task), lease: stores.lease({ name: task.name, version: 1 }) });
      const started: Follower[] = [
        followErasures({ log: followed, vault, views, clock, logger, forget: service.forget }),
        inOne(finishedMoves({ clock, moves: service.moves })),
        inOne(service.holds),
        inOne(inTurnsOfClients(service.waiting, 1)),
        inOne(inTurnsOfClients(followedProcess(service.persons, clock), 16)),
        inOne(inTurnsOfClients(followedProcess(service.retention, clock), 16)),
        inOne(inTurnsOfClients(followedProcess(service.leaves, clock), 4)),
        inOne(inTurnsOfClients(service.messages.planned, 1)),
        inOne({ ...followedProcess(service.imports, clock), atOnce: 100 }),
        inEach(filesOfErased({ log, importService: service.importService })),
        inEach(secondFactorSettler({ log, vault })),
        inEach(peopleSettler({ log, vault })),
        inEach(service.addresses),
      ];
      const webhooks = service.webhooks({ log: followed });
      metrics.observeWebhooks(webhooks.reading);
      started.push(followLeased({ ...webhooks.parts, lease: stores.lease({ name: 'webhooks', version: 1 }) }));
      following.push({ stop: webhooks.stop });
      followers.push(...started);
      const onTried = lasting((err) => {
        if (err) logger.error({ err }, 'old uploads could not be destroyed; it is tried again');
      });
      following.push(...started, destroyOldUploads(service.importService.uploads, onTried));
      const publicUrl = config.publicUrl ?? addressOf(config, port);
      service.messages.start({ mail: openMail(config, logger), mailFrom: config.mailFrom, publicUrl });
      service.startLetters({
        mail: openMail(config, logger),
        publicUrl,
        operatorEmail: config.operatorEmail,
      });
    },
    async stop(): Promise<void> {
      await service.stop();
      for (const follower of following) await follower.stop();
      await desk.close();
    },
  };
}
