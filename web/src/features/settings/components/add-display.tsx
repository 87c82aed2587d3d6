import { maxDisplayDoctors, maxDisplayNameLength } from '@dayline/contracts/displays/display';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { hasWords, searchText, searchWords } from '@dayline/contracts/fold';
import { useState } from 'react';
import { call } from '../../../shared/api/client.ts';
import { useDoctors } from '../../../shared/appointments/doctors/doctors.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FilterChip } from '../../../ui/buttons/filter-chip.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { type Choice, TextField } from '../../../ui/fields/fields.tsx';
import { SearchChoiceField } from '../../../ui/fields/search-choice-field.tsx';
import { Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { settingsText as text } from '../text.ts';

export type DisplayLinkReply = ResponseOf<'addDisplay'>;

/** The doctors found by the search that the display doesn't have yet. */
function useDoctorChoices(doctors: readonly Choice[]) {
  const { data = [] } = useDoctors();
  const [input, setInput] = useState('');
  const words = searchWords(input);
  const isChosen = (pocId: string) => doctors.some(({ value }) => value === pocId);
  const found = data.filter(
    ({ pocId, pocName, departmentName }) => !isChosen(pocId) && hasWords(searchText(pocName, departmentName), words),
  );
  const choices = found.map(({ pocId, pocName, departmentName }) => ({
    value: pocId,
    label: `${pocName}, ${departmentName}`,
  }));
  return { choices, setTyped: setInput };
}

/** Adds a display; its link follows. */
export function AddDisplay({
  onAdded,
  onClose,
}: {
  onAdded(name: string, link: DisplayLinkReply): void;
  onClose(): void;
}) {
  const { clientId } = useIdentity();
  const [name, setName] = useState('');
  const [doctors, setDoctors] = useState<readonly Choice[]>([]);
  const { choices, setTyped } = useDoctorChoices(doctors);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (name.trim() === '' ? text.nameMissing : doctors.length === 0 ? text.doctorMissing : undefined),
    send: () => call('addDisplay', { clientId, name, pocIds: doctors.map(({ value }) => value) }),
    onDone: (link) => void onAdded(name.trim(), link),
    failed: text.saveFailed,
  });
  const isChosen = outcome?.sentence === text.doctorMissing && doctors.length > 0;
  const isFull = doctors.length >= maxDisplayDoctors;
  return (
    <FormDialog
      title={text.add}
      wide
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.save}
      isPending={isPending}
    >
      <TextField
        label={text.name}
        value={name}
        onChange={setName}
        placeholder={text.nameHint}
        maxLength={maxDisplayNameLength}
        autoFocus
      />
      {isFull ? (
        <Muted block>{text.full}</Muted>
      ) : (
        <SearchChoiceField
          // Cleared after each choice.
          key={doctors.length}
          label={text.doctor}
          placeholder={text.doctorHint}
          value={null}
          choices={choices}
          none={text.noDoctor}
          onSearch={setTyped}
          onChoose={(doctor) => {
            if (doctor) setDoctors([...doctors, doctor]);
            setTyped('');
          }}
        />
      )}
      {doctors.length === 0 ? null : (
        <Stack gap={1}>
          <Muted>{text.chosen}</Muted>
          <Inline gap={1} wrap sx={{ minWidth: 0 }}>
            {doctors.map((doctor) => (
              <FilterChip
                key={doctor.value}
                label={doctor.label}
                name={text.remove(doctor.label)}
                onClear={() => setDoctors(doctors.filter(({ value }) => value !== doctor.value))}
              />
            ))}
          </Inline>
        </Stack>
      )}
      {outcome && !outcome.isDone && !isChosen ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}
