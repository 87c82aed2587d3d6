import { useState } from 'react';
import { useDebounced } from '../../../shared/list/debounced.ts';
import type { Choice } from '../../../ui/fields/fields.tsx';
import { SearchChoiceField } from '../../../ui/fields/search-choice-field.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import type { ActivityFilters } from '../activity.ts';
import { fewestLetters, usePatientOfFilter, usePatients } from '../api/queries.ts';
import { activityText as text } from '../text.ts';

/** A name isn't enough to tell two people apart. */
const labelOf = (name: string | null, ...more: readonly (string | null)[]): string =>
  [name ?? text.erasedPatient, more.find((each) => each !== null) ?? ''].filter((part) => part !== '').join(', ');
const phoneOf = (phone: string | null): string | null => phone && phoneText(phone);

/** Chooses a patient by name or phone; the address holds the id. */
export function PatientField({ filters, onPatient }: { filters: ActivityFilters; onPatient(id: string): void }) {
  const { patient: id } = filters;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Choice | null>(null);
  const search = useDebounced(typed.trim());
  const found = usePatients(search);
  const known = usePatientOfFilter(filters);
  const choices = (found.data ?? []).map((one) => ({
    value: one.User_ID,
    label: labelOf(one.User_Name, phoneOf(one.User_Contact), one.User_Email, one.User_Location),
  }));
  const nameOf = (of: string): string => {
    if (chosen?.value === of) return chosen.label;
    return known ? labelOf(known.name, phoneOf(known.phone)) : text.patientChosen;
  };
  return (
    <SearchChoiceField
      label={text.patient}
      labelHidden
      placeholder={text.anyPatient}
      value={id === null ? null : { value: id, label: nameOf(id) }}
      choices={choices}
      none={search.length < fewestLetters ? text.typePatient : found.isPending ? text.searching : text.noPatient}
      onSearch={setTyped}
      onChoose={(choice) => {
        setChosen(choice);
        onPatient(choice?.value ?? '');
      }}
    />
  );
}
