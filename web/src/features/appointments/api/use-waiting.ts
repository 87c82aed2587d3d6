import { type ClinicTime, hasPassed } from '@dayline/contracts/clinic/clinic-time';
import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import { suits } from '@dayline/contracts/views/waiting-fold';
import { useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';

/** Counts whom a doctor's time suits on the waiting list, but for those who are offered a place; doctors don't see the list. */
export function useWaiting({ pocId, departmentId }: { pocId: string; departmentId: string }, now: ClinicTime) {
  const { role, clientId } = useIdentity();
  const { data = [] } = useCall('listWaiting', { clientId }, { enabled: role !== 'doctor' });
  const waiting = data.filter(({ offer }) => offer === null);
  /** A session may be under another department than its doctor. */
  const departmentNamed = (name: string) =>
    waiting.find((entry) => entry.pocId === null && entry.target === name)?.departmentId ?? '';
  return ({ date, time, session }: Pick<SlotGroup, 'date' | 'time' | 'session'>): number => {
    if (hasPassed(date, time, now)) return 0;
    const department = session?.department === undefined ? departmentId : departmentNamed(session.department);
    return waiting.filter((entry) => suits(entry, { pocId, departmentId: department, date, time })).length;
  };
}
