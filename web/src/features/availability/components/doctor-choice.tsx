import Box from '@mui/material/Box';
import { NetworkFailure } from '../../../shared/api/call-error.ts';
import { DepartmentField, DoctorField } from '../../../shared/appointments/doctors/doctor-fields.tsx';
import { useDepartments, useDoctorsOf } from '../../../shared/appointments/doctors/doctors.ts';
import { LoadFailed } from '../../../ui/feedback/banner.tsx';
import { listFailed, availabilityText as text } from '../text.ts';

interface DoctorChoiceProps {
  departmentId: string;
  pocId: string;
  onChange(choice: { departmentId: string; pocId: string }): void;
}

type Sentences = (typeof listFailed)[keyof typeof listFailed];

function FailureLine({ sentences, error, onRetry }: { sentences: Sentences; error: Error; onRetry(): void }) {
  return (
    <LoadFailed onRetry={onRetry}>{error instanceof NetworkFailure ? sentences.lost : sentences.answered}</LoadFailed>
  );
}

/** The admin's "department and doctor": changing the department clears the doctor. */
export function DoctorChoice({ departmentId, pocId, onChange }: DoctorChoiceProps) {
  const departments = useDepartments();
  const doctors = useDoctorsOf(departmentId);
  return (
    <Box sx={{ display: 'grid', gap: 1, width: '100%' }}>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '100%', sm: '220px 240px' } }}>
        <DepartmentField
          label={text.department}
          labelHidden
          value={departmentId}
          onChange={(id) => onChange({ departmentId: id, pocId: '' })}
        />
        <DoctorField
          label={text.doctor}
          labelHidden
          departmentId={departmentId}
          value={pocId}
          onChange={(id) => onChange({ departmentId, pocId: id })}
        />
      </Box>
      {departments.error && !departments.data ? (
        <FailureLine
          sentences={listFailed.departments}
          error={departments.error}
          onRetry={() => void departments.refetch()}
        />
      ) : null}
      {doctors.error && !doctors.data ? (
        <FailureLine sentences={listFailed.doctors} error={doctors.error} onRetry={() => void doctors.refetch()} />
      ) : null}
    </Box>
  );
}
