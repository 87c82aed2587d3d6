import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { CallSetup } from '@dayline/http/call-setup';
import { watchBuilding } from '@dayline/http/operations/building';
import { lastKnownLag, type ViewLagParts, viewLagParts } from '@dayline/http/operations/view-lag';
import type { Trail } from '@dayline/http/trail/trail';
import { RecordCheck } from '@dayline/projector/checking/record-check';
import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import { openLogScan } from '@dayline/stores/open';
import type { OpenedProcess } from '@dayline/stores/process';
import { openWhenRead } from '@dayline/view-store/lazy';
import { activityOf } from './activity/activity.ts';
import { recordHistoryRead } from './activity/history-read.ts';
import { deskOf } from './desk/desk.ts';
import type { TraceOf } from './live/traces.ts';
import type { ChatbotTrialDeps } from './partner/chatbot-trial.ts';
import { deliverHeads, type HeadDeliveryParts } from './proof/head-delivery.ts';
import { HeadSigner } from './proof/head-signer.ts';
import { recordExport } from './proof/queries.ts';
import { followViews } from './readiness/follow-views.ts';
import { createQueryService } from './service.ts';

export interface ViewParts extends OpenedProcess {
  /** The traceparent of an event, if this process appends the events itself. */
  readonly traceOf?: TraceOf;
  /** Whether views folded from another log count as missing. */
  readonly checksLog?: boolean;
}

export interface QueryParts extends Pick<HeadDeliveryParts, 'follow'> {
  readonly sealedLog: SealedLog;
  readonly calls: CallSetup;
  readonly trail: Trail;
  /** The simulator of WhatsApp, in the demo. */
  readonly trial?: ChatbotTrialDeps['trial'];
  /** The views' state, if this process runs the projector. */
  readonly projectors?: { readonly desk: ViewLagParts['projector']; readonly activity: ViewLagParts['projector'] };
}

/** Opens the read side of a process's stores and the query service on it, alone or beside the other services. */
export async function composeQueries(parts: ViewParts) {
  const { config, logger, clock, metrics, stores, followers, damage, ...options } = parts;
  const { log, vault, blobs, views } = stores;
  const openedStore = await views.open(desk, 'read');
  const activityStore = openWhenRead(() => views.open(activity, 'read'));
  const followedViews =
    stores.viewsAreElsewhere || options.traceOf === undefined
      ? followViews(openedStore, log, (error) =>
          logger.warn({ err: error }, 'the log could not be followed; it is tried again'),
        )
      : null;
  if (followedViews) followers.push(followedViews);
  const store = followedViews?.store ?? openedStore;
  const traceOf = options.traceOf ?? followedViews?.traceOf;
  const building = watchBuilding({
    log,
    store,
    reached: () => views.building(desk),
    ...(options.checksLog ? { checksLog: true } : {}),
  });

  const record = new RecordCheck({ settings: config, clock, logger });
  // Starts in parallel with the rest of a start; the process listens once its log is checked.
  const firstCheck = record.start();
  store.onSwap(() => record.forgetViews());
  const rows = deskOf(store, log.start);
  const stopping: (() => Promise<void>)[] = [() => record.stop()];
  return {
    store,
    building,
    /** Resolves when the log has been compared with its signed heads, or after two seconds. */
    looked: firstCheck,
    names: {
      client: (clientId: string) => rows.row('clients', clientId),
      doctor: (pocId: string) => rows.row('doctors', pocId),
    },
    service({ sealedLog, calls, trail, projectors, trial, follow }: QueryParts) {
      const heads = new HeadSigner({
        log: sealedLog,
        activity: activityOf(activityStore, sealedLog, vault),
        keys: vault.keys,
        clock,
        logger,
        config,
      });
      const delivery = deliverHeads({ log, ...(follow && { follow }), vault, clock, config, logger });
      followers.push(delivery);
      stopping.push(() => heads.stop(), delivery.stop);
      const service = createQueryService({
        ...calls,
        building,
        ...{ accounts: vault.accounts, secondFactors: vault.secondFactors },
        ...{ reservations: vault.reservations, keyUses: vault.keyUses, webhooks: vault },
        ...{ blobs, desk: store, activity: activityStore, eventLog: log, sealedLog },
        horizonDays: config.bookingHorizonDays,
        onDamage: (...args) => damage.record(...args),
        onHistoryRead: recordHistoryRead(trail),
        proof: {
          keys: vault.keys,
          vault,
          heads,
          openScan: () => openLogScan(config),
          onExported: recordExport(trail),
          record,
        },
        ...(traceOf ? { traceOf } : {}),
        trial,
      });
      const deskLag = viewLagParts(desk, { log, store, projector: projectors?.desk ?? null, clock });
      const activityLag = viewLagParts(activity, {
        log,
        store: activityStore,
        projector: projectors?.activity ?? null,
        clock,
      });
      metrics.observe({
        projectors: [deskLag, activityLag].map(lastKnownLag),
        sockets: service.openSockets,
        commands: calls.commands,
        log,
        trail: () => trail.reading(),
      });
      const health = {
        ...{ log, building, lettersInTrouble: null, erasures: null, views: deskLag, activityViews: activityLag },
        unreadable: sealedLog.unreadable,
        vault: () => vault.outbox.inTrouble(),
        record: () => record.state(),
      };
      heads.start();
      return { service, health };
    },
    async close(): Promise<void> {
      for (const stop of stopping) await stop();
      await followedViews?.stop();
      await Promise.all([store.close(), activityStore.close()]);
    },
  };
}
