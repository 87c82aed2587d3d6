import type { z } from 'zod';
import type { JsonObject } from '../json.ts';

/** Whose key encrypts an event's personal fields: that of the stream's owner, or of the patient named in its data. */
export type PersonalSubject = 'streamOwner' | 'patientInData';

export interface EventDefinition<Type extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly type: Type;
  /** The newest schema version; upcasters convert older ones. */
  readonly version: number;
  readonly data: Data;
  /** Fields encrypted in the log and decrypted in memory: a string, or null once the person was erased. */
  readonly personal: { readonly fields: readonly string[]; readonly subject: PersonalSubject } | null;
}

export function defineEvent<const Type extends string, Data extends z.ZodType>(
  type: Type,
  version: number,
  data: Data,
  personal: EventDefinition['personal'] = null,
): EventDefinition<Type, Data> {
  return { type, version, data, personal };
}

/** The union of `{type, data}` that a list of definitions describes. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data>
    ? { readonly type: Type; readonly data: z.infer<Data> }
    : never;

/** An event as read from the log: upcast, decrypted, with its position. `E` narrows by `type`. */
export type Recorded<E extends { type: string; data: unknown } = { type: string; data: JsonObject }> = E & {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly metadata: import('./metadata.ts').EventMetadata;
};
