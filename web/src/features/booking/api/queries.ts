import { type UseCallOptions, useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';

export const useDepartments = () => useCall('listDepartments', { clientId: useIdentity().clientId });

export const useDoctors = (departmentId: string) =>
  useCall(
    'listDoctorsOfDepartment',
    { departmentId, clientId: useIdentity().clientId },
    { enabled: departmentId !== '' },
  );

export const useDates = (pocId: string) => useCall('listDatesWithAvailability', { pocId });

export const useTimes = (pocId: string, date: string, options?: UseCallOptions) =>
  useCall('listTimesWithAvailability', { pocId, date }, options);

export const useFee = (pocId: string) => useCall('getConsultationFees', { pocId });
