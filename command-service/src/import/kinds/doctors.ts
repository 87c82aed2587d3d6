import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { DoctorRevision, DoctorRowCommand } from '@dayline/lists/row-commands';
import { type CommandContext, partOf } from '../../command-handler/command-context.ts';
import type { DoctorAggregate, DoctorCommands } from '../../doctor/doctor-commands.ts';
import type { KindImporter } from './list-kind.ts';

export interface DoctorImporterDeps {
  readonly aggregates: DoctorAggregate;
  readonly commands: Pick<DoctorCommands, 'addDoctor' | 'reviseDoctor' | 'setConsultationFee' | 'setMeetingLink'>;
}

export function doctorImporter({ aggregates, commands }: DoctorImporterDeps): KindImporter<DoctorRowCommand> {
  async function revise(
    pocId: string,
    revision: DoctorRevision,
    by: CommandContext,
  ): Promise<Refusal | 'row.changed' | null> {
    const { name, phone, fee, meetingLink } = revision;
    const { state } = await aggregates.doctors.load(streams.doctor(pocId), 0);
    if (!state) return 'row.changed';
    const { qualification, location, experienceYears } = state;
    const profile = { qualification, location, experienceYears, name: name ?? state.name };
    const steps = [
      (name ?? phone) !== undefined &&
        (() =>
          commands.reviseDoctor(
            { pocId, ...profile, contactNumber: phone ?? state.contactNumber },
            partOf(by, 'profile'),
          )),
      fee !== undefined && (() => commands.setConsultationFee({ pocId, fee }, partOf(by, 'fee'))),
      meetingLink !== undefined && (() => commands.setMeetingLink({ pocId, link: meetingLink }, partOf(by, 'link'))),
    ];
    for (const step of steps) {
      const done = step ? await step() : null;
      if (done && isRefusal(done)) return done;
    }
    return null;
  }

  return {
    async importRow(command, by) {
      if (command.kind === 'add') {
        const added = await commands.addDoctor(command.doctor, by);
        return isRefusal(added) ? added : { id: added.pocId, isNew: true };
      }
      const problem = await revise(command.pocId, command.revision, by);
      return problem ?? { id: command.pocId, isNew: false };
    },

    undoRow: async ({ isNew }) => (isNew ? 'kept.doctor' : 'kept.corrected'),
  };
}
