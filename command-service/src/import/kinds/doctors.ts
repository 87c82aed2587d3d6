import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorEvent } from '@dayline/contracts/events/people';
import type { DoctorRevision, DoctorRowCommand } from '@dayline/lists/row-commands';
import { type CommandContext, partOf } from '../../command-handler/command-context.ts';
import { doctor } from '../../doctor/doctor.ts';
import type { DoctorAggregate, DoctorCommands } from '../../doctor/doctor-commands.ts';
import type { ChangesSince } from '../run/changed-since.ts';
import type { KindImporter } from './list-kind.ts';

export interface DoctorImporterDeps {
  readonly aggregates: DoctorAggregate;
  readonly commands: Pick<DoctorCommands, 'addDoctor' | 'reviseDoctor' | 'setConsultationFee' | 'setMeetingLink'>;
  readonly changesSince: ChangesSince;
}

/** The fields that a row revises. */
const revisedFields = ['name', 'contactNumber', 'consultationFee', 'meetingLink'] as const;

export function doctorImporter({
  aggregates,
  commands,
  changesSince,
}: DoctorImporterDeps): KindImporter<DoctorRowCommand> {
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
      const result = step ? await step() : null;
      if (result && isRefusal(result)) return result;
    }
    return null;
  }

  return {
    async importRow(command, by) {
      if (command.kind === 'add') {
        const result = await commands.addDoctor(command.doctor, by);
        return isRefusal(result) ? result : [{ id: result.pocId, isNew: true }];
      }
      const problem = await revise(command.pocId, command.revision, by);
      return problem ?? [{ id: command.pocId, isNew: false }];
    },

    async undoRow({ id, isNew }, by) {
      if (isNew) return 'kept.doctor';
      const changes = await changesSince(streams.doctor(id), by.batchId);
      const { state: now } = await aggregates.doctors.load(streams.doctor(id), 0);
      if (!changes || !now) return 'kept.corrected';
      const fold = (events: typeof changes.ownEvents) =>
        // Cast is safe: they are events of a doctor's stream.
        doctor.fold(null, events as Recorded<DoctorEvent>[]);
      const before = fold(changes.earlierEvents);
      const importedDoctor = fold([...changes.earlierEvents, ...changes.ownEvents]);
      if (!before || !importedDoctor) return 'kept.corrected';
      const fields = revisedFields.filter((field) => importedDoctor[field] !== before[field]);
      // After a crash, they are restored already.
      const isLost = fields.some((field) => now[field] !== importedDoctor[field] && now[field] !== before[field]);
      const own = fields.filter((field) => now[field] === importedDoctor[field]);
      const oldValue = <Field extends (typeof revisedFields)[number]>(field: Field) =>
        own.includes(field) ? before[field] : null;
      const [name, phone] = [oldValue('name'), oldValue('contactNumber')];
      const [fee, meetingLink] = [oldValue('consultationFee'), oldValue('meetingLink')];
      const revision: DoctorRevision = {
        ...(name !== null && { name }),
        ...(phone !== null && { phone }),
        ...(fee !== null && { fee }),
        ...(meetingLink !== null && { meetingLink }),
      };
      const problem = await revise(id, revision, by);
      if (problem || isLost) return 'kept.corrected';
      return own.some((field) => before[field] === null) ? 'kept.added' : null;
    },
  };
}
