import type { HoursPreview } from '@dayline/contracts/endpoints/hours-preview';
import { useState } from 'react';
import { useCall } from '../../../shared/api/hooks.ts';
import { fullDate, shortWeekday } from '../../../shared/format/time.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Banner, LoadFailed, Problem } from '../../../ui/feedback/banner.tsx';
import { ConditionalField, focusField } from '../../../ui/fields/conditional-field.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import {
  branchText,
  type CalendarOfClient,
  type Day,
  type Draft,
  daysInForce,
  draftOf,
  type Faults,
  faultsOf,
  hoursText,
  newDraft,
  requestOf,
} from '../rules.ts';
import { calendarText as text } from '../text.ts';
import { DayPreview, isAnybodyAffected } from './day-preview.tsx';
import { HoursFields } from './hours-fields.tsx';
import { WhenFields } from './when-fields.tsx';

/** As on the server. */
const maxNameLength = 60;

export interface DayFormProps {
  listed: CalendarOfClient;
  today: string;
  /** The date that was clicked; absent from Add Day. */
  date?: string;
  /** The day to change. */
  former?: Day;
  /** The branch shown. */
  branchId: number | null;
  /** `outside`: the visits that are then outside the hours. */
  onSave(draft: Draft, former: Day | undefined, outside: HoursPreview['visits']): Promise<void>;
  onClose(): void;
}

/** The day that the new one replaces, other than the one being changed; includes days set meanwhile. */
function takenPlace({ listed, former }: DayFormProps, { repeats, date, branchId }: Draft): Day | undefined {
  if (repeats !== 'date' || date === '') return undefined;
  const [day] = daysInForce(listed, branchId === '' ? 0 : Number(branchId))(date);
  return day && day.dayId !== former?.dayId && day.date !== null ? day : undefined;
}

/** The form's entries, their effects, and saving. */
function useDayForm(props: DayFormProps) {
  const { today, former, date = '', branchId, onSave, onClose } = props;
  const { clientId } = useIdentity();
  const [draft, setDraft] = useState(() => (former ? draftOf(former, today) : newDraft(date, branchId)));
  const [shownFaults, setShownFaults] = useState<Faults>({});
  const found = faultsOf(draft, today);
  const request = requestOf(draft, clientId);
  const preview = useCall('previewHospitalDay', request, { enabled: Object.keys(found).length === 0 });
  const { submit, isPending, outcome } = useSubmit({
    problem() {
      const faults: Faults = draft.name.trim() === '' ? { name: text.nameMissing, ...found } : found;
      setShownFaults(faults);
      const [first] = Object.keys(faults);
      if (first === undefined) return undefined;
      // After the field shows its error.
      setTimeout(() => focusField(first));
      return true;
    },
    /** Affected appointments are shown before saving: if they were still loading, the next press saves. */
    async send() {
      const effects = preview.data;
      const { data, error } = effects ? { data: effects, error: null } : await preview.refetch();
      if (data === undefined) throw error ?? new Error(text.saveFailed);
      if (!effects && isAnybodyAffected(data)) return false;
      await onSave(draft, former, data.visits);
      return true;
    },
    onDone: (isSaved) => {
      if (isSaved) onClose();
      return isSaved ? '' : text.seen;
    },
    failed: text.saveFailed,
  });
  return {
    draft,
    change: (part: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...part }));
      setShownFaults({});
    },
    // During typing only obvious faults are shown: an empty name or date is reported on saving.
    faults: { ...shownFaults, ...(draft.date === '' ? {} : found) },
    preview,
    ...{ submit, isPending, outcome },
  };
}

/** Adds or changes a hospital day. */
export function DayForm(props: DayFormProps) {
  const { listed, date, former, onClose } = props;
  const { draft, change, faults, preview, submit, isPending, outcome } = useDayForm(props);
  const conflict = takenPlace(props, draft);
  const isLifted = former && listed.days.find(({ dayId }) => dayId === former.dayId)?.liftedFrom !== null;
  // Without a name nothing can be saved yet: pressing the button asks for it.
  const isWhole = draft.name.trim() !== '';
  const concerns = isWhole && preview.data !== undefined && isAnybodyAffected(preview.data);
  const branches = [
    { value: '', label: text.allBranches },
    ...listed.branches.map(({ id }) => ({ value: String(id), label: branchText(listed, id) })),
  ];
  return (
    <FormDialog
      title={former ? text.changeTitle(former.name) : date ? `${shortWeekday(date)}, ${fullDate(date)}` : text.addTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={concerns ? text.saveAnyway : former ? text.save : text.add}
      isPending={isPending}
    >
      {isLifted ? (
        <Banner tone="notVisited" icon="warning">
          {text.liftedMeanwhile}
        </Banner>
      ) : null}
      <ConditionalField name="name">
        <TextField
          label={text.name}
          value={draft.name}
          onChange={(name) => change({ name })}
          error={faults.name}
          maxLength={maxNameLength}
          autoComplete="off"
          autoFocus
        />
      </ConditionalField>
      <HoursFields draft={draft} faults={faults} onChange={change} />
      {listed.branches.length > 0 ? (
        <NativeSelectField
          label={text.branch}
          value={draft.branchId}
          onChange={(branchId) => change({ branchId })}
          choices={branches}
        />
      ) : null}
      <WhenFields draft={draft} faults={faults} isDateKnown={date !== undefined} onChange={change} />
      {conflict ? (
        <Banner tone="confirmed" icon="calendar">
          {text.there(conflict.name, hoursText(conflict), conflict.by)}
        </Banner>
      ) : null}
      {preview.isFetching && !preview.data ? <Muted role="status">{text.previewing}</Muted> : null}
      {preview.data ? <DayPreview preview={preview.data} /> : null}
      {preview.error && !preview.isFetching && !outcome ? (
        <LoadFailed onRetry={preview.refetch}>{text.previewFailed}</LoadFailed>
      ) : null}
      {outcome?.isDone && outcome.sentence ? <Muted role="status">{outcome.sentence}</Muted> : null}
      <Problem>{outcome && !outcome.isDone ? outcome.sentence : undefined}</Problem>
    </FormDialog>
  );
}
