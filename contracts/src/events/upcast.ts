import type { JsonObject } from '../json.ts';

/** Brings one event's data from `from` to `from + 1`. Pure, and kept for ever once released. */
export interface Upcaster {
  readonly type: string;
  readonly from: number;
  readonly upcast: (data: JsonObject) => JsonObject;
}

/** Every upcaster of Dayline's events. None is needed yet: all events are at version 1. */
export const upcasters: readonly Upcaster[] = [];

/** Runs the chain of upcasters from the stored version to the newest one. */
export function upcastData(
  type: string,
  version: number,
  data: JsonObject,
  chain: readonly Upcaster[] = upcasters,
): { data: JsonObject; version: number } {
  let current = { data, version };
  for (;;) {
    const step = chain.find((upcaster) => upcaster.type === type && upcaster.from === current.version);
    if (!step) return current;
    current = { data: step.upcast(current.data), version: current.version + 1 };
  }
}
