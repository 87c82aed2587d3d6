import type { Refusal } from '@dayline/contracts/errors';
import type { Lists } from '../../views/lists.ts';
import type { BroughtFile, FileNote } from '../brought-file.ts';
import type { World } from '../kinds/kind.ts';
import type { Asked } from '../rehearsal.ts';

/** What finders ask of a client's lists. */
export const askedOfLists = [
  ...(['patients', 'onPhones', 'named', 'doctors', 'departments', 'doctorDays', 'pastVisits'] as const),
] satisfies readonly (keyof Lists)[];
export type Question = (typeof askedOfLists)[number] | 'holderOf';

/** Work with a file's text, which a thread of its own does. Files and answers are as they lie there, compressed. */
export type Job =
  | { readonly kind: 'read'; readonly file: Uint8Array; readonly note: Pick<FileNote, 'fileName' | 'broughtAt'> }
  | {
      readonly kind: 'rehearse';
      readonly file: Uint8Array;
      readonly note: FileNote;
      readonly asked: Asked;
      readonly answers: Uint8Array | null;
      readonly world: Omit<World, 'lists' | 'holderOf'>;
    }
  | {
      readonly kind: 'refusedRows';
      readonly file: Uint8Array;
      readonly note: FileNote;
      readonly found: readonly Uint8Array[];
    };

/** What each kind of job makes. */
export interface MadeBy {
  readonly read: BroughtFile | Refusal;
  readonly rehearse: readonly Uint8Array[];
  readonly refusedRows: readonly string[];
}

export type ToThread =
  | { readonly kind: 'job'; readonly job: Job }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };

export type FromThread =
  | { readonly kind: 'progress'; readonly rows: number }
  | { readonly kind: 'question'; readonly id: number; readonly about: Question; readonly given: readonly unknown[] }
  | { readonly kind: 'made'; readonly made: MadeBy[Job['kind']] }
  | { readonly kind: 'failed'; readonly reason: string };
