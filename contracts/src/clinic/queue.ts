import { z } from 'zod';
import { timeSchema } from '../ids.ts';
import { usualLateAfterMinutes } from './clinic-time.ts';
import { minutesOf } from './schedule.ts';
import { type Slot, spanOf } from './slots.ts';
import type { Span } from './spans.ts';

/** Order of the queue: by token, or by appointment time with late-comers behind. */
export const queueOrders = ['token', 'time'] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** How a hospital orders its queue. */
export interface QueueRule {
  readonly order: QueueOrder;
  /** Who comes more minutes after the time is a late-comer. */
  readonly lateAfterMinutes: number;
}
export const usualQueueRule: QueueRule = { order: 'token', lateAfterMinutes: usualLateAfterMinutes };

/** The rule of a client's settings; the usual one of an unknown client. */
export const queueRuleOf = (
  client: { readonly queueOrder: QueueOrder; readonly lateAfterMinutes: number } | null | undefined,
): QueueRule => (client ? { order: client.queueOrder, lateAfterMinutes: client.lateAfterMinutes } : usualQueueRule);

/** In minutes. */
export const maxLateAfter = 120;

export const maxRoomLength = 20;

/** About how late a doctor is, in minutes. */
export const latenessSchema = z.int().min(5).max(180);

/** The doctor's for the day. */
export const tokenLetterSchema = z.string().max(4);

export const presenceSchema = z.object({
  token: z.int(),
  letter: tokenLetterSchema.exactOptional(),
  /** HH:mm at the clinic. */
  arrivedAt: timeSchema,
  /** Null: waiting. */
  call: z.object({ room: z.string().nullable(), calledAt: z.iso.datetime() }).nullable(),
});
/** The presence of a patient who has arrived. It counts while the appointment is Confirmed. */
export type Presence = Readonly<z.infer<typeof presenceSchema>>;

/** A patient who has arrived, with the appointment's time. */
export interface Arrival {
  readonly time: string;
  readonly presence: Presence;
}

/** "By token, or by appointment time with late-comers behind." Tokens of a day are distinct. */
export function byQueueOrder({ order, lateAfterMinutes }: QueueRule): (a: Arrival, b: Arrival) => number {
  const rank = ({ time, presence: { arrivedAt } }: Arrival): number =>
    order === 'token' || minutesOf(arrivedAt) > minutesOf(time) + lateAfterMinutes ? Infinity : minutesOf(time);
  return (a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? a.presence.token - b.presence.token : first - second;
  };
}

/** The end of a break, which is a gap in the day's hours; null outside a break. */
export function breakEnd(hours: readonly Span[], time: string): string | null {
  const isOver = hours.some(({ to }) => to <= time);
  const isOn = hours.some(({ from, to }) => from <= time && time < to);
  return isOver && !isOn ? (hours.find(({ from }) => from > time)?.from ?? null) : null;
}

/** A day's slots by what a walk-in can do with them. */
export interface WalkInSlots {
  /** Those that aren't over. */
  readonly open: readonly Slot[];
  /** "It takes the running slot if it has a place, else the next free one today"; undefined if none has a place. */
  readonly free: Slot | undefined;
  /** "Else an overbooking of the running or last begun slot", where the limit allows it; undefined if that is blocked. */
  readonly begun: Slot | undefined;
}

/** When bookings close doesn't bind a walk-in. `time`: HH:mm at the clinic. */
export function walkInSlots(slots: readonly Slot[], time: string): WalkInSlots {
  const openSlots = slots.filter(({ closed }) => !closed);
  const open = openSlots.filter((slot) => spanOf(slot).to > time);
  const running = open.findLast((slot) => slot.time <= time);
  const later = open.filter((slot) => slot.time > time);
  const lastSlot = openSlots.findLast((slot) => slot.time <= time);
  return {
    open,
    free: [...(running ? [running] : []), ...later].find(
      ({ blocked, offered, left, listed }) => !blocked && offered && left > 0 && listed > 0,
    ),
    begun: lastSlot?.offered && !lastSlot.blocked ? lastSlot : undefined,
  };
}
