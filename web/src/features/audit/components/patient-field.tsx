import { useState } from 'react';
import { useDebounced } from '../../../shared/list/debounced.ts';
import type { Choice } from '../../../ui/fields/fields.tsx';
import { SearchChoiceField } from '../../../ui/fields/search-choice-field.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import type { ActivityFilters } from '../activity.ts';
import { fewestLetters, usePatientOfFilter, usePatients } from '../api/queries.ts';
import { activityText as text } from '../text.ts';

/** A name isn't enough to distinguish two patients. */
const labelOf = (name: string | null, ...more: readonly (string | null)[]): string =>
  [name ?? text.erasedPatient, more.find((detail) => detail !== null) ?? ''].filter((part) => part !== '').join(', ');
const phoneOf = (phone: string | null): string | null => phone && phoneText(phone);

/** Chooses a patient by name or phone; the address contains the id. */
export function PatientField({ filters, onPatient }: { filters: ActivityFilters; onPatient(id: string): void }) {
  const { patient: id } = filters;
  const [input, setInput] = useState('');
  const [choice, setChoice] = useState<Choice | null>(null);
  const search = useDebounced(input.trim());
  const found = usePatients(search);
  const patientOfFilter = usePatientOfFilter(filters);
  const choices = (found.data ?? []).map((patient) => ({
    value: patient.User_ID,
    label: labelOf(patient.User_Name, phoneOf(patient.User_Contact), patient.User_Email, patient.User_Location),
  }));
  const nameOf = (patientKey: string): string => {
    if (choice?.value === patientKey) return choice.label;
    return patientOfFilter ? labelOf(patientOfFilter.name, phoneOf(patientOfFilter.phone)) : text.patientChosen;
  };
  return (
    <SearchChoiceField
      label={text.patient}
      labelHidden
      placeholder={text.anyPatient}
      value={id === null ? null : { value: id, label: nameOf(id) }}
      choices={choices}
      none={search.length < fewestLetters ? text.typePatient : found.isPending ? text.searching : text.noPatient}
      onSearch={setInput}
      onChoose={(choice) => {
        setChoice(choice);
        onPatient(choice?.value ?? '');
      }}
    />
  );
}
