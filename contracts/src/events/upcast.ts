import type { JsonObject } from '../json.ts';

/** Converts one event's data from version `from` to `from + 1`. Pure; never removed once released. */
export interface Upcaster {
  readonly type: string;
  readonly from: number;
  readonly upcast: (data: JsonObject) => JsonObject;
}

/** Upcasters of Dayline's events. None yet: every event has the version of release 1.0.0. */
export const upcasters: readonly Upcaster[] = [];

/** Applies upcasters from the stored version to the newest. */
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
