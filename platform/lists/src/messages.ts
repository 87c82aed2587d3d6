import type { ImportFile, ImportRow } from '@dayline/contracts/endpoints/import';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import type { Refusal } from '@dayline/contracts/errors';
import type { ListKind } from '@dayline/contracts/imports/kinds';
import type { ClientData, LastColumns, Records } from './records.ts';

/** Found when a file is read, and needed to read it again. */
export interface FileFacts {
  /** SHA-256. */
  readonly hash: string;
  readonly separator: ImportFile['separator'];
  readonly rows: number;
  readonly headers: readonly string[];
  /** As spreadsheets count; titles may stand above it. */
  readonly headerRow: number;
  /** Of dates without one; null: none is written, or several. */
  readonly year: number | null;
  /** Columns with dates in both orders: the order of a date such as 03/02/2026 is unknown. */
  readonly bothOrders: readonly number[];
}

export interface ReadFile {
  readonly facts: FileFacts;
  readonly description: Omit<ImportFile, 'importId' | 'fileName'>;
  /** Whether the first row names the fields that some kind of list needs, or was imported as a header row before. */
  readonly isHeaderRowKnown: boolean;
}

export type Decision = RequestOf<'decideImportRows'>['decisions'][number];
/** The choices of which a preview is made. */
export type PreviewChoices = Pick<RequestOf<'previewImport'>, 'kind' | 'columns' | 'dayOrder' | 'decisionsId'>;
/** A row of a preview, with the command that imports it. */
export interface PreviewRow extends ImportRow {
  readonly command?: unknown;
}

/** Answered by the thread that has the views. */
export interface Questions extends Records {
  /** The id of the patient who has a hospital number. */
  patientWithNumber(uhid: string): Promise<string | null>;
  lastColumns(headers: readonly string[]): Promise<LastColumns | null>;
}

/** Work with a file's text. Files and decisions are compressed. */
export type Job =
  | {
      readonly kind: 'read';
      readonly file: Uint8Array;
      readonly fileName: string;
      readonly listKind: ListKind | null;
    }
  | {
      readonly kind: 'preview';
      readonly file: Uint8Array;
      readonly facts: FileFacts;
      readonly choices: PreviewChoices;
      readonly digest: string;
      readonly decisions: Uint8Array | null;
      readonly client: ClientData;
    }
  | {
      readonly kind: 'refusedRows';
      readonly file: Uint8Array;
      readonly facts: FileFacts;
      /** The preview, compressed. */
      readonly preview: readonly Uint8Array[];
    };

export interface ResultOf {
  readonly read: ReadFile | Refusal;
  readonly preview: readonly Uint8Array[];
  readonly refusedRows: readonly string[];
}

export type ToThread =
  | { readonly kind: 'job'; readonly job: Job }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };

export interface Question {
  readonly kind: 'question';
  readonly id: number;
  readonly name: keyof Questions;
  readonly parameters: readonly unknown[];
}

export type FromThread =
  | { readonly kind: 'begun' }
  | { readonly kind: 'progress'; readonly rows: number }
  | Question
  | { readonly kind: 'result'; readonly result: ResultOf[Job['kind']] }
  | { readonly kind: 'failed'; readonly reason: string };
