import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { phoneText } from '../../../shared/format/words.ts';
import { useDebounced } from '../../../shared/list/debounced.ts';
import { Field } from '../../../ui/fields/fields.tsx';
import { usePatients } from '../api/queries.ts';
import { activityText as text } from '../text.ts';

/** Chooses a patient by name or phone; empty clears the filter. */
export function PatientField({ patient, onPatient }: { patient: string | null; onPatient(id: string): void }) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.split(',')[0]?.trim() ?? '');
  const found = usePatients(search);
  const people = (found.data ?? []).map(({ User_ID: id, User_Name: name, User_Contact: phone }) => ({
    id,
    label: [name ?? '', phone === null ? '' : phoneText(phone)].filter((part) => part !== '').join(', '),
  }));

  function type(next: string) {
    setTyped(next);
    const chosen = people.find(({ label }) => label === next);
    if (chosen) onPatient(chosen.id);
    else if (next === '' && patient !== null) onPatient('');
  }
  return (
    <Field label={text.patient} labelHidden>
      {({ inputId }) => (
        <>
          <OutlinedInput
            id={inputId}
            value={typed}
            placeholder={patient === null ? text.anyPatient : text.patientChosen}
            onChange={(event) => type(event.target.value)}
            slotProps={{ input: { list: listId, autoComplete: 'off', maxLength: 100 } }}
          />
          <datalist id={listId}>
            {people.map(({ id, label }) => (
              <option key={id} value={label} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
