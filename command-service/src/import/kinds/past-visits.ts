import { isRefusal } from '@dayline/contracts/errors';
import type { PastVisitRowCommand } from '@dayline/lists/row-commands';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { PatientCommands } from '../../patient/patient-commands.ts';
import type { KindImporter } from './list-kind.ts';

export interface PastVisitImporterDeps {
  readonly commands: Pick<PatientCommands, 'notePastVisit' | 'withdrawPastVisit'>;
}

export function pastVisitImporter({ commands }: PastVisitImporterDeps): KindImporter<PastVisitRowCommand> {
  return {
    async importRow({ patientId, visit }, by) {
      const noted = await commands.notePastVisit(patientId, visit, by);
      if (isRefusal(noted)) return noted;
      return noted.position === null ? null : { id: `${patientId}_${derivedFrom(by.commandId, 'visit')}`, isNew: true };
    },

    async undoRow({ id }, by) {
      const [patientId = '', visitId = ''] = id.split('_');
      const withdrawn = await commands.withdrawPastVisit(patientId, visitId, by);
      return isRefusal(withdrawn) ? 'kept.changed' : null;
    },
  };
}
