import type { Follower, StoredLog } from '@dayline/event-log/follower';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { CallSetup } from '@dayline/http/call-setup';
import { followPeople } from '@dayline/http/session/follow-people';
import { openPasswords } from '@dayline/http/session/passwords';
import { desk as deskViews } from '@dayline/projector/projections/desk/projection';
import { lasting } from '@dayline/runtime/logging/lasting';
import { openMail } from '@dayline/runtime/mail/open';
import { addressOf } from '@dayline/runtime/service/process';
import type { OpenedProcess } from '@dayline/stores/process';
import { openWhenRead } from '@dayline/view-store/lazy';
import { followErasures } from './erasure/follow-erasures.ts';
import { destroyOldUploads, followImports } from './import/run/follow-imports.ts';
import { followLeaves } from './leave-process/follow-leaves.ts';
import { followMoves } from './moving/follow-moves.ts';
import { followPersons } from './patient-merge/follow-persons.ts';
import { followSecondFactors } from './people-process/follow-second-factors.ts';
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
     * @param follow follows the log in another thread
     */
    start(port: number, follow?: StoredLog['follow']): void {
      const followed = { ...log, ...(follow && { follow }) };
      const started: Follower[] = [
        followErasures({ log: followed, vault, views, clock, logger, forget: service.forget }),
        followMoves({
          log: followed,
          vault,
          clock,
          logger,
          moves: service.moves,
          lease: stores.lease({ name: 'moves', version: 1 }),
        }),
        followPersons({
          log: followed,
          vault,
          clock,
          logger,
          persons: service.persons,
          lease: stores.lease({ name: 'persons', version: 1 }),
        }),
        followLeaves({
          log: followed,
          vault,
          clock,
          logger,
          leaves: service.leaves,
          lease: stores.lease({ name: 'leaves', version: 1 }),
        }),
        followSecondFactors({ log: followed, vault, logger }),
        followPeople({ log: followed, vault, logger }),
        ...followImports({
          log: followed,
          vault,
          clock,
          logger,
          imports: service.imports,
          importService: service.importService,
          lease: stores.lease({ name: 'imports', version: 1 }),
        }),
      ];
      followers.push(...started);
      const onTried = lasting((err) => {
        if (err) logger.error({ err }, 'old uploads could not be destroyed; it is tried again');
      });
      following.push(...started, destroyOldUploads(service.importService.uploads, onTried));
      service.startLetters({
        mail: openMail(config, logger),
        publicUrl: config.publicUrl ?? addressOf(config, port),
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
