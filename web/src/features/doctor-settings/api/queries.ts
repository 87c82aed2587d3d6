import { useCall, usePagedCall } from '../../../shared/api/hooks.ts';

/** Without a doctor nothing is loaded. */
const ofDoctor = (pocId: string | null) => [{ pocId: pocId ?? '' }, { enabled: pocId !== null }] as const;

export const useDoctor = (pocId: string | null) => useCall('getDoctor', ...ofDoctor(pocId));
export const useFees = (pocId: string | null) => useCall('getConsultationFees', ...ofDoctor(pocId));
export const useMeetLink = (pocId: string | null) => useCall('getLink', ...ofDoctor(pocId));
export const useWeek = (pocId: string | null) => useCall('getSchedule', ...ofDoctor(pocId));

/** The first appointments from now on, at most `count`. */
export function useUpcoming(pocId: string | null, count: number) {
  const [request, options] = ofDoctor(pocId);
  return usePagedCall('listUpcomingAppointments', request, { page: 1, pageSize: count }, options);
}
