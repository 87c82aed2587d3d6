import Box from '@mui/material/Box';
import { callTable } from '../../../shared/api/call-table.ts';
import { DepartmentField, DoctorField } from '../../../shared/appointments/doctors/doctor-fields.tsx';
import { useDepartments, useDoctorsOf } from '../../../shared/appointments/doctors/doctors.ts';
import { OnRequest } from '../../../shared/appointments/doctors/on-request.tsx';
import { PatientClassField } from '../../../shared/appointments/payment/patient-class-field.tsx';
import { Banner, LoadFailed } from '../../../ui/feedback/banner.tsx';
import { ConditionalField } from '../../../ui/fields/conditional-field.tsx';
import type { Booking } from '../api/use-booking.ts';
import { bookingText as text } from '../text.ts';
import { ProviderSearch } from './provider-search.tsx';

/**
 * Step 4: department and doctor, by a search or one after the other. "Changing department clears doctor" (section 4),
 * and with the doctor the day and time.
 */
export function ProviderStep({ booking: { errors, draft, set, setPatientClass, noteLost } }: { booking: Booking }) {
  const { departmentId, pocId } = draft.fields;
  const departments = useDepartments();
  const doctors = useDoctorsOf(departmentId);
  const onRequest = doctors.data?.find(({ POC_ID }) => POC_ID === pocId)?.On_Request;
  const choose = (fields: { departmentId?: string; pocId: string }) => {
    set({ ...fields, date: '', time: '' });
    noteLost(null);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, pb: 1 }}>
      {departments.isError ? (
        <LoadFailed onRetry={departments.refetch}>{callTable.listDepartments.failure ?? ''}</LoadFailed>
      ) : null}
      <ProviderSearch onChoose={choose} />
      <ConditionalField name="departmentId">
        <DepartmentField
          label={text.labels.departmentId}
          name="departmentId"
          value={departmentId}
          onChange={(id) => choose({ departmentId: id, pocId: '' })}
          error={errors.departmentId}
        />
      </ConditionalField>
      {doctors.isError ? (
        <LoadFailed onRetry={doctors.refetch}>{callTable.listDoctorsOfDepartment.failure ?? ''}</LoadFailed>
      ) : null}
      <ConditionalField name="pocId">
        <DoctorField
          label={text.labels.pocId}
          name="pocId"
          departmentId={departmentId}
          value={pocId}
          onChange={(id) => choose({ pocId: id })}
          error={errors.pocId}
        />
      </ConditionalField>
      {onRequest === undefined ? null : (
        <Banner tone="confirmed" icon="phone">
          <OnRequest sentence={onRequest} />
        </Banner>
      )}
      <PatientClassField pocId={pocId} value={draft.patientClass} onChange={setPatientClass} />
    </Box>
  );
}
