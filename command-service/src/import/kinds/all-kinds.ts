import type { ListKind } from '@dayline/contracts/imports/kinds';
import type { RowCommands } from '@dayline/lists/row-commands';
import type { RowDeps } from '../deps.ts';
import { changesSinceImport } from '../run/changed-since.ts';
import { doctorImporter } from './doctors.ts';
import { hospitalDayImporter } from './hospital-days.ts';
import { hoursImporter } from './hours.ts';
import type { KindImporter } from './list-kind.ts';
import { visitImporter } from './past-visits.ts';
import { patientImporter } from './patients.ts';

export type ImporterOf = (kind: ListKind) => KindImporter;

export function importersOf({ aggregates, commands, views, log }: RowDeps): ImporterOf {
  const changesSince = changesSinceImport(log);
  const importers: { readonly [Kind in ListKind]: KindImporter<RowCommands[Kind]> } = {
    patients: patientImporter({ aggregates, commands, changesSince, views, head: () => log.head() }),
    doctors: doctorImporter({ aggregates, commands, changesSince }),
    hours: hoursImporter({ aggregates, commands, changesSince, clinicToday: commands.clinicToday }),
    hospitalDays: hospitalDayImporter({ aggregates, commands }),
    pastVisits: visitImporter({ aggregates, commands }),
  };
  // Cast is safe: the commands of a preview are given to the importer of its kind only.
  return (kind) => importers[kind] as KindImporter;
}
