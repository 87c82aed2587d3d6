import type { ImportKind } from '@dayline/contracts/imports/kinds';
import type { RowParts } from '../parts.ts';
import { firstIn } from '../touched.ts';
import { doctorKind } from './doctors.ts';
import { hospitalDayKind } from './hospital-days.ts';
import { hoursKind } from './hours.ts';
import type { Kind } from './kind.ts';
import { pastVisitKind } from './past-visits.ts';
import { patientKind } from './patients.ts';

export type Kinds = Readonly<Record<ImportKind, Kind>>;

export function kindsOf({ aggregates, commands, views, log }: RowParts): Kinds {
  const firstOf = firstIn(log);
  const kinds = {
    patients: patientKind({ aggregates, commands, firstOf, views, head: () => log.head() }),
    doctors: doctorKind({ aggregates, commands }),
    hours: hoursKind({ aggregates, commands, firstOf, clinicToday: commands.clinicToday }),
    hospitalDays: hospitalDayKind({ aggregates, commands }),
    pastVisits: pastVisitKind({ commands }),
  };
  // Cast is safe: what one kind has read and found is given to that kind alone.
  return kinds as unknown as Kinds;
}
