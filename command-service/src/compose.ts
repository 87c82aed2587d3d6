import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { CallSetup } from '@dayline/http/call-setup';
import { openPasswords } from '@dayline/http/session/passwords';
import { openMail } from '@dayline/runtime/mail/open';
import { addressOf } from '@dayline/runtime/service/process';
import type { OpenedProcess } from '@dayline/stores/process';
import { type ErasureFollower, followErasures } from './erasure/follow-erasures.ts';
import { createCommandService } from './service.ts';

export interface CommandParts extends OpenedProcess {
  readonly sealedLog: SealedLog;
}

/** The command service on a process's stores, alone or with other services. */
export function composeCommands({ config, logger, clock, metrics, stores, sealedLog }: CommandParts) {
  const { log, vault, blobs, views } = stores;
  const service = createCommandService({
    log: sealedLog,
    vault,
    passwords: openPasswords(),
    clock,
    logger,
    config,
    watch: metrics.commands,
  });
  const lettersInTrouble = () => vault.outbox.inTrouble();
  let erasing: ErasureFollower | null = null;
  return {
    service,
    health: { vault: lettersInTrouble, lettersInTrouble, erasures: { pending: vault.erasures.pending, clock } },
    router: (calls: CallSetup) => service.router({ ...calls, blobs }),
    /** Starts sending mail and finishing erasures, once the process is reachable at `port`. */
    start(port: number): void {
      erasing = followErasures({ log, vault, views, clock, logger, forget: service.forget });
      service.startLetters({
        mail: openMail(config, logger),
        publicUrl: config.publicUrl ?? addressOf(config, port),
        operatorEmail: config.operatorEmail,
      });
    },
    async stop(): Promise<void> {
      await service.stop();
      await erasing?.stop();
    },
  };
}
