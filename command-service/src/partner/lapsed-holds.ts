import { setTimeout as pause } from 'node:timers/promises';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { FollowerTask } from '@dayline/event-log/follower';
import type { StoredEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import { systemContext } from '../command-handler/system-context.ts';
import { type DayDeps, onDoctorDay } from '../doctor-day/day-commands.ts';

/** The highest number of holds that are waited for. */
const maxOpen = 5_000;

interface Lapsing {
  readonly clock: Clock;
  readonly days: Pick<DayDeps, 'aggregates' | 'rules'>;
  /** Replaceable by tests. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const waiting = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal, ref: false });

/**
 * Records that a hold has lapsed just after it has, so that boards show the place again. Rules and lists don't wait for
 * it: they go by the clock.
 */
export function lapsedHolds({ clock, days, wait = waiting }: Lapsing): FollowerTask<'holds'> {
  async function lapse({ data, metadata: { clientId } }: StoredEvent, signal: AbortSignal): Promise<void> {
    const until = Date.parse(String(data['until']));
    // A timer may be early.
    for (let msLeft = until - clock.now(); msLeft > 0; msLeft = until - clock.now()) await wait(msLeft, signal);
    signal.throwIfAborted();
    const by = systemContext({ clock, clientId });
    await onDoctorDay(days, doctorDayOf(String(data['appointmentId'])), { kind: 'lapseHolds' }, by);
  }

  return {
    name: 'holds',
    types: ['PlaceHeld'],
    atOnce: maxOpen,
    async handle(events, signal) {
      for (const event of events) await lapse(event, signal);
    },
  };
}
