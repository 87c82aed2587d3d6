import Box from '@mui/material/Box';
import { NetworkFailure } from '../../../shared/api/call-error.ts';
import { LoadFailed } from '../../../ui/feedback/banner.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { uiText } from '../../../ui/text.ts';
import { useDepartments, useDoctors } from '../api/queries.ts';
import { listFailed, availabilityText as text } from '../text.ts';

interface DoctorChoiceProps {
  clientId: string;
  departmentId: string;
  pocId: string;
  onChange(chosen: { departmentId: string; pocId: string }): void;
}

type Sentences = (typeof listFailed)[keyof typeof listFailed];

function Failed({ sentences, error, onRetry }: { sentences: Sentences; error: Error; onRetry(): void }) {
  return (
    <LoadFailed onRetry={onRetry}>{error instanceof NetworkFailure ? sentences.lost : sentences.answered}</LoadFailed>
  );
}

/** The admin's "department and doctor": changing the department clears the doctor. */
export function DoctorChoice({ clientId, departmentId, pocId, onChange }: DoctorChoiceProps) {
  const departments = useDepartments(clientId);
  const doctors = useDoctors(clientId, departmentId);
  return (
    <Box sx={{ display: 'grid', gap: 1, width: '100%' }}>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '100%', sm: '220px 240px' } }}>
        <NativeSelectField
          label={text.department}
          labelHidden
          value={departmentId}
          placeholder={departments.isPending ? uiText.loading : text.chooseDepartment}
          choices={(departments.data ?? []).map((one) => ({ value: one.departmentId, label: one.Value_name }))}
          onChange={(chosen) => onChange({ departmentId: chosen, pocId: '' })}
        />
        <NativeSelectField
          label={text.doctor}
          labelHidden
          value={pocId}
          disabled={departmentId === ''}
          placeholder={
            departmentId === ''
              ? text.departmentFirst
              : doctors.isPending
                ? uiText.loading
                : doctors.data?.length === 0
                  ? text.noDoctors
                  : text.chooseDoctor
          }
          choices={(doctors.data ?? []).map((one) => ({ value: one.POC_ID, label: one.POC_Name }))}
          onChange={(chosen) => onChange({ departmentId, pocId: chosen })}
        />
      </Box>
      {departments.error && !departments.data ? (
        <Failed
          sentences={listFailed.departments}
          error={departments.error}
          onRetry={() => void departments.refetch()}
        />
      ) : null}
      {doctors.error && !doctors.data ? (
        <Failed sentences={listFailed.doctors} error={doctors.error} onRetry={() => void doctors.refetch()} />
      ) : null}
    </Box>
  );
}
