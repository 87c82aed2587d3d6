import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { hasWords, searchText, searchWords } from '@dayline/contracts/fold';
import { useState } from 'react';
import { useDepartments, useDoctors } from '../../../shared/appointments/doctors/doctors.ts';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { SearchChoiceField } from '../../../ui/fields/search-choice-field.tsx';
import { bookingText as text } from '../text.ts';

type Doctor = ResponseOf<'listDoctorsOfClient'>[number];

/** Where the patient goes. */
export interface Provider {
  readonly departmentName: string;
  readonly pocId: string;
}

export interface ProviderChoice extends Provider {
  readonly label: string;
}

const whenFree = ({ nextFree }: Doctor): string => (nextFree ? `${nextFree.date} ${nextFree.time}` : '~');

/** '…, next free Mon, Nov 30, 9:30 AM' */
function labelOf(name: string, { onRequest, nextFree }: Doctor): string {
  if (onRequest !== undefined) return text.provider.onRequest(name);
  if (!nextFree) return text.provider.noneFree(name);
  return text.provider.free(name, `${shortWeekdayAndDate(nextFree.date)}, ${clockTime(nextFree.time)}`);
}

/**
 * Doctors and departments that a search finds: departments first, each with its free doctors first, then doctors,
 * those who are free first before others.
 */
export function providersFound(doctors: readonly Doctor[], input: string): ProviderChoice[] {
  const words = searchWords(input);
  const byTime = doctors.toSorted((a, b) => (whenFree(a) < whenFree(b) ? -1 : 1));
  const firstOf = new Map(byTime.toReversed().map((doctor) => [doctor.departmentName, doctor]));
  const departments = words.length === 0 ? [] : [...firstOf].filter(([name]) => hasWords(searchText(name), words));
  const found = byTime.filter(({ pocName, departmentName }) => hasWords(searchText(pocName, departmentName), words));
  const placeOf = ({ departmentName, pocId }: Doctor): Provider => ({ departmentName, pocId });
  return [
    ...departments.map(([name, doctor]) => ({
      ...placeOf(doctor),
      label: labelOf(text.provider.first(name, doctor.pocName), doctor),
    })),
    ...found.map((doctor) => ({
      ...placeOf(doctor),
      label: labelOf(`${doctor.pocName}, ${doctor.departmentName}`, doctor),
    })),
  ];
}

/** One search over doctors and departments, each with its next free time; it fills the two fields below. */
export function ProviderSearch({ onChoose }: { onChoose(provider: { departmentId: string; pocId: string }): void }) {
  const { data: doctors = [] } = useDoctors();
  const { data: departments = [] } = useDepartments();
  const [input, setInput] = useState('');
  const [choiceIndex, setChoiceIndex] = useState(0);
  const found = providersFound(doctors, input);
  return (
    <SearchChoiceField
      // Empty again after each choice.
      key={choiceIndex}
      label={text.provider.search}
      placeholder={text.provider.searchHint}
      value={null}
      choices={found.map(({ label }, index) => ({ value: String(index), label }))}
      none={text.provider.none}
      autoFocus
      onSearch={setInput}
      onChoose={(choice) => {
        const provider = found[Number(choice?.value)];
        const department = departments.find(({ Value_name }) => Value_name === provider?.departmentName);
        if (provider && department) onChoose({ departmentId: department.departmentId, pocId: provider.pocId });
        setInput('');
        setChoiceIndex(choiceIndex + 1);
      }}
    />
  );
}
