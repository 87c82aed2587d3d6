import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { DoctorFilter } from '../../../shared/appointments/doctors/doctor-fields.tsx';
import { lazyPiece } from '../../../shared/lazy-piece.ts';
import type { Choice } from '../../../ui/fields/fields.tsx';
import { MomentField } from '../../../ui/fields/moment-field.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { lineBelow, Stack } from '../../../ui/layout/boxes.tsx';
import { type ActivityFilters, everyDay, type FilterName } from '../activity.ts';
import { useActors } from '../api/queries.ts';
import { actionWords, outcomeWords, activityText as text } from '../text.ts';

/** Its list of choices is as large as the rest of the page, so it loads after the entries. */
const PatientField = lazyPiece(async () => ({ default: (await import('./patient-field.tsx')).PatientField }));

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The activity's filters; all are kept in the address. */
export function ActivityFilterBar(props: {
  filters: ActivityFilters;
  isFiltered: boolean;
  onFilter(name: FilterName, value: string): void;
  onClear(): void;
}) {
  const { filters, isFiltered, onFilter, onClear } = props;
  const people = useActors();
  const select = (name: 'person' | 'action' | 'outcome', placeholder: string, choices: readonly Choice[]) => (
    <NativeSelectField
      label={text[name]}
      labelHidden
      placeholder={placeholder}
      value={filters[name] ?? ''}
      onChange={(value) => onFilter(name, value)}
      choices={choices}
      disabled={name === 'action' && (filters.view === 'signIns' || filters.view === 'reads')}
    />
  );
  return (
    <Stack
      role="group"
      aria-label={text.filters}
      gap={1}
      sx={{
        p: 1.5,
        ...lineBelow,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) minmax(0, 1fr)',
          md: 'repeat(3, minmax(0, 1fr))',
          lg: '150px repeat(5, minmax(0, 1fr)) auto',
        },
      }}
    >
      <MomentField
        label={text.day}
        type="date"
        value={filters.day ?? ''}
        onValue={(day) => onFilter('day', day === '' ? everyDay : day)}
      />
      {select(
        'person',
        text.anyone,
        (people.data ?? []).map(({ id, name }) => ({ value: id, label: id === 'sign-in' ? text.somebody : name })),
      )}
      <Suspense fallback={<Box sx={{ minHeight: 40 }} />}>
        <PatientField filters={filters} onPatient={(id) => onFilter('patient', id)} />
      </Suspense>
      <DoctorFilter
        label={text.doctor}
        placeholder={text.anyDoctor}
        value={filters.doctor ?? ''}
        onChange={(id) => onFilter('doctor', id)}
      />
      {select('action', text.anyAction, choicesOf(actionWords))}
      {select('outcome', text.anyOutcome, choicesOf(outcomeWords))}
      {isFiltered ? (
        <Button variant="text" onClick={onClear} sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' } }}>
          {text.clear}
        </Button>
      ) : null}
    </Stack>
  );
}
