import type { JsonObject } from '../json.ts';

/** Converts one event's data from version `from` to `from + 1`. Pure; never removed once released. */
export interface Upcaster {
  readonly type: string;
  readonly from: number;
  readonly upcast: (data: JsonObject) => JsonObject;
}

/** Upcasters of Dayline's events. Version 2 of a sign-in's may be in the stream of an alias; its data is as before. */
export const upcasters: readonly Upcaster[] = ['SignedIn', 'SignInRefused', 'SignedOut', 'LetterSent'].map((type) => ({
  ...{ type, from: 1 },
  upcast: (data) => data,
}));

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
