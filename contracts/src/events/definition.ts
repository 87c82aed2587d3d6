import { z } from 'zod';
import type { JsonObject } from '../json.ts';

const isSealed = { isSealed: true } as const;

/** A personal field: encrypted in the log and decrypted in memory; null if there is none, or once the person was erased. */
export const personal = Object.assign(z.string().nullable(), isSealed);
/** The same of an event that has only what it changes. */
export const changedPersonal = Object.assign(personal.exactOptional(), isSealed);

/** Fields that are personal wherever they are. */
type PersonalName =
  | ('phone' | 'email' | 'contactNumber')
  | ('uhid' | 'sex' | 'bornOn' | 'ageText' | 'guardianRelation' | 'guardianName' | 'phoneNote');
type SealedSchema = typeof personal | typeof changedPersonal;
type Shape = z.ZodRawShape & { readonly [Name in PersonalName]?: SealedSchema };
type SealedIn<S extends Shape> = { [Field in keyof S]: S[Field] extends SealedSchema ? Field : never }[keyof S];

/** Whose key encrypts an event's personal fields: that of the stream's owner, or of the patient named in its data. */
export type PersonalSubject = 'streamOwner' | 'patientInData';

export interface EventDefinition<Type extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly type: Type;
  /** The newest schema version; upcasters convert older ones. */
  readonly version: number;
  readonly data: Data;
  /** The fields whose schema is `personal`, and whose key encrypts them. */
  readonly personal: { readonly fields: readonly string[]; readonly subject: PersonalSubject } | null;
}

/** @param subject whose personal fields these are; required if there are any */
export function defineEvent<const Type extends string, S extends Shape>(
  type: Type,
  version: number,
  data: z.ZodObject<S>,
  ...[subject]: [SealedIn<S>] extends [never] ? [] : [subject: PersonalSubject]
): EventDefinition<Type, z.ZodObject<S>> {
  const fields = Object.keys(data.shape).filter((field) => 'isSealed' in (data.shape[field] ?? {}));
  return { type, version, data, personal: subject === undefined ? null : { fields, subject } };
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
