import { useCall } from '../../api/hooks.ts';
import { useIdentity } from '../../session/session-store.ts';

export const useDepartments = () => useCall('listDepartments', { clientId: useIdentity().clientId });

/** The doctors of a department; loads nothing without one. */
export const useDoctorsOf = (departmentId: string) =>
  useCall(
    'listDoctorsOfDepartment',
    { departmentId, clientId: useIdentity().clientId },
    { enabled: departmentId !== '' },
  );

/** All doctors of the client, to filter by; not available to a doctor. */
export const useDoctors = (enabled = true) =>
  useCall('listDoctorsOfClient', { clientId: useIdentity().clientId }, { enabled });
