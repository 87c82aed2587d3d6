import { z } from 'zod';
import type { JsonObject } from '../json.ts';

/** The subject of an activity entry; the action filter uses these values. */
export const activityActions = [
  'booking',
  'visit',
  'cancellation',
  'move',
  'queue',
  'contact',
  'undo',
  'correction',
  'payment',
  'availability',
  'schedule',
  'doctor',
  'patient',
  'department',
  'settings',
  'leave',
  'import',
  'signIn',
  'password',
  'read',
  'other',
] as const;
export type ActivityAction = (typeof activityActions)[number];

const isSealed = { isSealed: true } as const;

/** A personal field: encrypted in the log and decrypted in memory; null if missing, or once the person was erased. */
export const personal = Object.assign(z.string().nullable(), isSealed);
/** A personal field of an event that has only changed fields. */
export const changedPersonal = Object.assign(personal.exactOptional(), isSealed);

/** Fields that are personal in every event. */
type PersonalName =
  | ('phone' | 'email' | 'contactNumber')
  | ('uhid' | 'sex' | 'bornOn' | 'ageText' | 'guardianRelation' | 'guardianName' | 'phoneNote');
type SealedSchema = typeof personal | typeof changedPersonal;
type Shape = z.ZodRawShape & { readonly [Name in PersonalName]?: SealedSchema };
type SealedIn<S extends Shape> = { [Field in keyof S]: S[Field] extends SealedSchema ? Field : never }[keyof S];

/**
 * The owner of the key that encrypts an event's personal fields: the stream's owner, or the patient named in its data.
 */
export type PersonalSubject = 'streamOwner' | 'patientInData';

/** The kind of an event in the activity: only corrections, undos and refusals are notable. */
export type EventKind = 'act' | 'correction' | 'undo' | 'refusal';

export interface EventDefinition<Type extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly type: Type;
  /** The newest schema version; upcasters convert older ones. */
  readonly version: number;
  readonly data: Data;
  /** The subject of its entry in the activity. */
  readonly action: ActivityAction;
  readonly kind: EventKind;
  readonly sentence?: Sentence<string>;
  /** The fields whose schema is `personal`, and the owner of their key. */
  readonly personal: { readonly fields: readonly string[]; readonly subject: PersonalSubject } | null;
}

/** Values that a sentence can contain besides the event's own data. */
export type Subject = 'visit' | 'patient' | 'doctor' | 'account' | 'date' | 'day';
/** The code of the sentence's words in each language, and the arguments. */
type Sentence<Field extends string> = readonly [code: string, ...(Subject | `data.${Field}`)[]];

interface Describing<Field extends string> {
  readonly action: ActivityAction;
  /** Its sentence in the activity; absent if code decides about the sentence (`query-service/src/activity/`). */
  readonly sentence?: Sentence<Field>;
  /** Absent: an act, or an undo if the data names an `undoneEventId`. */
  readonly is?: 'correction' | 'refusal';
}
interface Sealing {
  /** The person whose personal fields these are. */
  readonly sealedFor: PersonalSubject;
}

type DefinedEvent<Type extends string, S extends Shape, Description> = EventDefinition<Type, z.ZodObject<S>> &
  (Description extends { sentence: infer Words } ? { readonly sentence: Words } : unknown);

export function defineEvent<
  const Type extends string,
  S extends Shape,
  const Description extends Describing<keyof S & string>,
>(
  type: Type,
  version: number,
  data: z.ZodObject<S>,
  description: Description & ([SealedIn<S>] extends [never] ? { readonly sealedFor?: never } : Sealing),
): DefinedEvent<Type, S, Description> {
  const fields = Object.keys(data.shape).filter((field) => 'isSealed' in (data.shape[field] ?? {}));
  const { action, is, sentence } = description;
  const kind = data.shape['undoneEventId'] instanceof z.ZodString ? 'undo' : (is ?? 'act');
  const { sealedFor: subject } = description as Partial<Sealing>;
  const personal = subject === undefined ? null : { fields, subject };
  // Cast is safe: `sentence` is returned as it was given.
  return { type, version, data, action, kind, personal, sentence } as DefinedEvent<Type, S, Description>;
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
