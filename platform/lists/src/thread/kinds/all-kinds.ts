import type { ListKind } from '@dayline/contracts/imports/kinds';
import type { RowCommands } from '../../row-commands.ts';
import { doctors } from './doctors.ts';
import { hospitalDays } from './hospital-days.ts';
import { HoursMatcher } from './hours-matcher.ts';
import { readHours } from './hours-reader.ts';
import { pastVisits } from './past-visits.ts';
import { PatientMatcher } from './patient-matcher.ts';
import { readPatient } from './patient-reader.ts';
import type { RowKind } from './row-kind.ts';

const allKinds = {
  patients: { read: readPatient, matcher: (client) => new PatientMatcher(client) },
  doctors,
  hours: { read: readHours, matcher: (client) => new HoursMatcher(client) },
  hospitalDays,
  pastVisits,
  // biome-ignore lint/suspicious/noExplicitAny: the values of a row are given to the matcher of its kind only.
} satisfies { readonly [Kind in ListKind]: RowKind<any, RowCommands[Kind]> };

// Cast is safe: the values of a row are given to the matcher of its kind only.
export const kindOfRows = (kind: ListKind): RowKind => allKinds[kind] as unknown as RowKind;
