import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/events/categories';
import { setBackSchema } from '@dayline/contracts/events/log-head';
import { type EventLog, EventLogDamaged, type EventRef } from '@dayline/event-log/port';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { latestOf, lostEventsIn } from '@dayline/event-log/set-back';
import { systemClock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { openStores, type Stores } from '@dayline/stores/open';
import { seenIn } from '@dayline/stores/seen';
import type { Command } from 'commander';
import type { z } from 'zod';
import { CliFailure } from './terminal/failure.ts';
import { reasonIn } from './terminal/operator.ts';
import { say } from './terminal/output.ts';
import { settingsOfAnyEngine } from './workplace.ts';

export function setBackCommand(program: Command): void {
  program
    .command('accept-set-back')
    .description(
      'accept a log that was set back, for example by a restore: events that were seen in it are gone; auditors see that it was accepted',
    )
    .requiredOption('--reason <text>', 'why the log was set back, for the auditors', reasonIn)
    .action(({ reason }: { reason: string }) => accept(reason));
}

async function accept(reason: string): Promise<void> {
  const config = settingsOfAnyEngine();
  const parts = ['events.db', 'vault.db'].map((name) => join(config.dataDir, name));
  if (config.eventStoreUrl === null && config.viewStoreUrl === null && !parts.some((path) => existsSync(path))) {
    throw new CliFailure(`There is no log in DATA_DIR ${config.dataDir} yet.`);
  }
  const stores = await openStores(config, { mayBeSetBack: true });
  try {
    const { log, views, vault } = stores;
    const { followers } = vault;
    const seenEvents = await seenIn({ log, views, followers, auditHeadDir: config.auditHeadDir });
    const { open } = await lostEventsIn(log, seenEvents);
    const lostEvent = latestOf(open);
    if (!lostEvent)
      throw new CliFailure('The log contains every event that was seen in it. There is nothing to accept.');
    const present = await log.last();
    await record(stores, {
      seen: refOf(lostEvent),
      present: present && refOf(present),
      lost: open.map(refOf),
      reason,
    });
    const end = present ? `the log ended at ${present.position}` : 'the log was empty';
    say(`Accepted: ${lostEvent.by} had seen the event at ${lostEvent.position}, ${end}.`);
    say('Running services continue within a second and rebuild the views. Check /readyz.');
  } finally {
    await stores.close();
  }
}

const refOf = ({ position, id }: EventRef) => ({ position, eventId: id });

const operator = { kind: 'system', id: 'operator', name: 'The operator' } as const;

/** Appends one event for each client, so that each one's auditors see it. */
async function record({ log, vault }: Stores, data: z.input<typeof setBackSchema>): Promise<void> {
  const sealedLog = openSealedLog(log, vault.keys);
  const stream = streams.setBacks;
  const clients = await vault.accounts.clientIds();
  const [before] = await sealedLog.readStream(stream, { direction: 'backward', limit: 1 });
  const commandId = newUlid(systemClock);
  const events = (clients.length > 0 ? clients : ['']).map((clientId) => ({
    id: newUlid(systemClock),
    type: 'LogSetBackAccepted',
    data,
    metadata: {
      commandId,
      commandDigest: '',
      correlationId: commandId,
      causationId: commandId,
      actor: operator,
      clientId,
      channel: 'command line',
      recordedAt: new Date(systemClock.now()).toISOString(),
    } as const,
  }));
  const result = await sealedLog.append(
    stream,
    before?.revision ?? 'noStream',
    before?.metadata.chain ?? chainStart,
    events,
  );
  if (!result.appended) throw new CliFailure('Someone else has just accepted it. Check /readyz.');
}

/** The set-backs that operators accepted, one line each, for the log check, which reports the place of damage. */
export async function acceptedSetBacks(log: Pick<EventLog, 'readStream'>): Promise<readonly string[]> {
  const events = await log.readStream(streams.setBacks).catch((error: unknown) => {
    if (!(error instanceof EventLogDamaged)) throw error;
    console.error('The set-backs that operators accepted cannot be read from the log.');
    return [];
  });
  // One per client; they belong to one command.
  const firsts = events.filter(({ metadata }, index) => metadata.commandId !== events[index - 1]?.metadata.commandId);
  return firsts.map(({ position, metadata, data }) => {
    const { seen, present, reason } = setBackSchema.parse(data);
    const end = present ? `the log ended at ${present.position}` : 'the log was empty';
    return `position ${position}: accepted at ${metadata.recordedAt} that the log was set back: ${seen.position} had been seen, ${end} ("${reason}")`;
  });
}
