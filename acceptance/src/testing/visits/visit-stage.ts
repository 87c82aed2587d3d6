import type { CommandContext } from '@dayline/command-service/command-handler/command-context';
import { finishedMoves } from '@dayline/command-service/moving/finished-moves';
import { type CommandService, createCommandService } from '@dayline/command-service/service';
import { viewsOf } from '@dayline/command-service/views/views';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import { openSealedLog, type SealedLog } from '@dayline/event-log/sealed-log/open';
import { openPasswords } from '@dayline/http/session/passwords';
import { desk } from '@dayline/projector/projections/desk/projection';
import { catchUp } from '@dayline/projector/testing/views';
import { derivedId } from '@dayline/runtime/ids/derived';
import { createLogger } from '@dayline/runtime/logging/logger';
import type { Stores } from '@dayline/stores/open';
import type { ProjectionStore } from '@dayline/view-store/port';
import { opensAt, undoSeconds } from './visit-steps.ts';

/** Stores with their views, on which any number of histories run one after the other, each for its own client. */
export class VisitStage {
  readonly stores: Stores;
  readonly views: ProjectionStore;
  readonly log: SealedLog;
  readonly clock: { now(): number };
  readonly services: readonly CommandService[];
  #now = Date.parse(opensAt);
  #keys = 0;

  private constructor(stores: Stores, views: ProjectionStore) {
    this.stores = stores;
    this.views = views;
    this.log = openSealedLog(stores.log, stores.vault.keys);
    this.clock = { now: () => this.#now };
    this.services = [this.process(), this.process(), this.process()];
  }

  static async open(stores: Stores, mode: 'write' | 'read' = 'write'): Promise<VisitStage> {
    return new VisitStage(stores, await stores.views.open(desk, mode));
  }

  forward(ms: number): void {
    this.#now += ms;
  }
  set(instant: number): void {
    this.#now = instant;
  }
  newKey(): string {
    this.#keys += 1;
    return `key${this.#keys}`;
  }

  /** A command service with its own caches, as in a separate process. */
  process(wrap: (log: EventLog) => EventLog = (same) => same): CommandService {
    const { log, vault, blobs } = this.stores;
    return createCommandService({
      log: openSealedLog(wrap(log), vault.keys),
      ...{ vault, blobs, clock: this.clock, passwords: openPasswords() },
      views: viewsOf(this.views),
      logger: createLogger('command-service', { level: 'silent' }),
      config: { bookingHorizonDays: 60, undoWindowSeconds: undoSeconds },
    });
  }

  async project(): Promise<void> {
    await catchUp(this.log, this.views);
  }

  /** Finishes the started moves; where it would wait, the clock advances. */
  async finish(): Promise<void> {
    const { moves } = this.services[2] ?? this.process();
    const wait = async (ms: number) => this.forward(ms);
    const parts = finishedMoves({ clock: this.clock, moves, wait });
    await followToEnd({ log: followable(this.stores.log), cursors: this.stores.vault.followers, ...parts });
  }

  async close(): Promise<void> {
    for (const service of this.services) await service.stop();
    await this.views.close();
  }

  /** The context of a request with this key; a retry has the same. */
  by(clientId: string, key: string): CommandContext {
    const commandId = derivedId('01J0000000000000000000DESK', 'test', `${clientId} ${key}`);
    return {
      ...{ commandId, commandDigest: 'same', correlationId: commandId, causationId: commandId, channel: 'web' },
      ...{ actor: { kind: 'admin', id: '01J0000000000000000000DESK', name: 'Desk 1' }, clientId, traceparent: null },
      now: this.clock.now(),
    };
  }
}
