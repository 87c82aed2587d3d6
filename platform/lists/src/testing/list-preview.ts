import { isRefusal } from '@dayline/contracts/errors';
import type { ListKind } from '@dayline/contracts/imports/kinds';
import type { DepartmentRow, DoctorRow, PatientRow } from '@dayline/contracts/views/directory';
import type { PreviewRow, Questions } from '../messages.ts';
import { PreviewRows } from '../preview-rows.ts';
import type { ClientData } from '../records.ts';
import { listText } from '../thread/file/list-text.ts';
import { readFile } from '../thread/file/read-file.ts';
import { makePreview } from '../thread/preview.ts';

export const today = '2026-11-26';

interface Known {
  readonly doctors?: readonly Partial<DoctorRow>[];
  readonly patients?: readonly Partial<PatientRow>[];
  readonly kind?: ListKind;
  readonly fileName?: string;
  readonly client?: Partial<ClientData>;
}

export interface ListPreview {
  readonly kind: ListKind;
  readonly isKindClear: boolean;
  readonly kindReasons: readonly string[];
  /** The field of each column. */
  readonly fields: readonly (string | null)[];
  readonly counts: PreviewRows['head']['counts'];
  readonly rows: readonly PreviewRow[];
}

/** The records of a client; casts are safe: readers of lists use no other fields. */
function recordsOf({ doctors = [], patients = [] }: Known): Questions {
  const people = patients as readonly PatientRow[];
  return {
    patients: async (ids) => new Map(people.filter(({ key }) => ids.includes(key)).map((row) => [row.key, row])),
    patientsWithPhones: async (_, phones) => people.filter(({ phone }) => phone !== null && phones.includes(phone)),
    patientsBornAlike: async () => [],
    patientsNamed: async (_, name) => people.filter((row) => row.name === name),
    doctors: async () => doctors as readonly DoctorRow[],
    departments: async () => [{ key: 'D1', name: 'ENT' }] as DepartmentRow[],
    doctorDays: async () => new Map(),
    pastVisits: async () => [],
    patientWithNumber: async (uhid) => people.find((row) => row.uhid === uhid)?.key ?? null,
    lastColumns: async () => null,
  };
}

/** A file's preview with the columns as they are recognised; a code if it is refused. */
export async function listPreview(file: string | Uint8Array, known: Known = {}): Promise<ListPreview | string> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const records = recordsOf(known);
  const { kind: listKind = null, fileName = 'list.csv' } = known;
  const read = await readFile({ bytes, fileName, listKind }, records);
  if (isRefusal(read)) return read.refused;
  const { facts, description } = read;
  const { kind, isKindClear, kindReasons, dayOrder, columns } = description;
  const fields = columns.map(({ field }) => field);
  const text = await listText(bytes);
  if (isRefusal(text)) return text.refused;
  const pieces = await makePreview({
    ...{ text: text.text, facts, digest: '', decisions: [], onProgress: () => undefined },
    choices: { kind, columns: fields, dayOrder, decisionsId: '' },
    client: {
      ...{ clientId: 'C1', today, zone: 'Asia/Kolkata', bookingNeedsEmail: true, branches: [], calendar: null },
      ...known.client,
      records,
    },
  });
  const preview = new PreviewRows(pieces);
  const rows = Array.from({ length: preview.head.counts.all }, (_, index) => preview.row(index));
  return { kind, isKindClear, kindReasons, fields, counts: preview.head.counts, rows };
}

/** A row in one line: its result, the problem or the values. */
export function rowText({ finding, problem, cells }: PreviewRow): string {
  if (problem) return `${finding} ${problem.field ?? '-'} ${problem.code}`;
  const values = cells.flatMap(({ field, value }) => (value === null ? [] : [`${field}=${value}`]));
  return `${finding} ${values.join('; ')}`;
}
