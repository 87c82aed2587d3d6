import Box from '@mui/material/Box';
import { callTable } from '../../../shared/api/call-table.ts';
import { LoadFailed } from '../../../ui/feedback/banner.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { uiText } from '../../../ui/text.ts';
import { useDepartments, useDoctors } from '../api/queries.ts';
import type { Booking } from '../api/use-booking.ts';
import { bookingText as text } from '../text.ts';
import { AskedField } from './asked-field.tsx';

/** Shown in the lists in place of options. */
const waitingOr = (isWaiting: boolean, words: string): string => (isWaiting ? uiText.loading : words);

/**
 * Step 4: department and doctor. "Changing department clears doctor" (section 4), and with the doctor the day and time.
 */
export function ProviderStep({ booking: { errors, draft, set, noteLost } }: { booking: Booking }) {
  const { departmentId, pocId } = draft.fields;
  const departments = useDepartments();
  const doctors = useDoctors(departmentId);
  const none = departmentId !== '' && doctors.data?.length === 0;
  const choose = (fields: { departmentId?: string; pocId: string }) => {
    set({ ...fields, date: '', time: '' });
    noteLost(null);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, pb: 1 }}>
      {departments.isError ? (
        <LoadFailed onRetry={departments.refetch}>{callTable.listDepartments.failure ?? ''}</LoadFailed>
      ) : null}
      <AskedField name="departmentId">
        <NativeSelectField
          label={text.labels.departmentId}
          name="departmentId"
          value={departmentId}
          onChange={(id) => choose({ departmentId: id, pocId: '' })}
          placeholder={waitingOr(
            departments.isPending,
            departments.data?.length === 0 ? text.noDepartments : text.chooseDepartment,
          )}
          choices={(departments.data ?? []).map((one) => ({ value: one.departmentId, label: one.Value_name }))}
          error={errors.departmentId}
          autoFocus
        />
      </AskedField>
      {doctors.isError ? (
        <LoadFailed onRetry={doctors.refetch}>{callTable.listDoctorsOfDepartment.failure ?? ''}</LoadFailed>
      ) : null}
      <AskedField name="pocId">
        <NativeSelectField
          label={text.labels.pocId}
          name="pocId"
          value={pocId}
          onChange={(id) => choose({ pocId: id })}
          placeholder={
            departmentId === ''
              ? text.departmentFirst
              : waitingOr(doctors.isPending, none ? text.noDoctors : text.chooseDoctor)
          }
          choices={(doctors.data ?? []).map((one) => ({ value: one.POC_ID, label: one.POC_Name }))}
          error={errors.pocId}
          disabled={departmentId === ''}
        />
      </AskedField>
    </Box>
  );
}
