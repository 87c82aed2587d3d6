import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Language } from '@dayline/contracts/fields/language';
import { recordsOf } from '@dayline/contracts/patients/person';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { PatientCommand } from '../patient/patient.ts';
import { type PatientAggregate, personIdOf } from '../patient/patient-commands.ts';

/** @public */
export interface Choice {
  readonly patientId: string;
  readonly accepted: boolean;
  readonly reason: string | null;
}

/** @public */
export interface LanguageOfMessages {
  readonly patientId: string;
  /** Null: the hospital's. */
  readonly language: Language | null;
}

type RecordCommand = Extract<PatientCommand, { kind: 'chooseMessages' | 'setMessageLanguage' }>;

export type ChoiceCommands = ReturnType<typeof choiceCommands>;

/** What patients want to hear. */
export function choiceCommands({ aggregates }: { readonly aggregates: PatientAggregate }) {
  const { patients } = aggregates;

  /** In each record of the person, which keeps it after a split; the record that stands first. */
  async function inEachRecord(
    patientId: string,
    command: RecordCommand,
    by: CommandContext,
  ): Promise<Changed | Refusal> {
    const personId = await personIdOf(aggregates, patientId, 0);
    const { state } = await patients.load(streams.patient(personId), 0);
    if (!state) return refuse('patient.unknown');
    if (state.clientId !== by.clientId) return refuse('access.foreign');
    if (state.isErased) return refuse('patient.erased');
    let position: Changed['position'] = null;
    for (const recordId of recordsOf(personId, state)) {
      const outcome = await patients.execute({
        stream: streams.patient(recordId),
        command,
        context: undefined,
        by: recordId === personId ? by : partOf(by, `record ${recordId}`),
      });
      if (isRefusal(outcome)) return outcome;
      position = outcome.position ?? position;
    }
    return { position };
  }

  const chooseMessages = ({ patientId, ...choice }: Choice, by: CommandContext) =>
    inEachRecord(patientId, { kind: 'chooseMessages', ...choice }, by);

  return {
    chooseMessages,

    setMessageLanguage: ({ patientId, language }: LanguageOfMessages, by: CommandContext) =>
      inEachRecord(patientId, { kind: 'setMessageLanguage', language }, by),

    /** By the link in a message, of the patient. */
    async declineMessages(
      patientId: string,
      call: Omit<CommandContext, 'actor' | 'clientId'>,
    ): Promise<Changed | Refusal> {
      const { state } = await patients.load(streams.patient(patientId), 0);
      if (!state) return refuse('patient.unknown');
      const actor = { kind: 'patient', id: patientId, name: 'Patient' } as const;
      return chooseMessages({ patientId, accepted: false, reason: null }, { ...call, actor, clientId: state.clientId });
    },
  };
}
