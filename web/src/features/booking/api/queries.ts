import { type UseCallOptions, useCall } from '../../../shared/api/hooks.ts';

export const useDates = (pocId: string) => useCall('listDatesWithAvailability', { pocId });

export const useTimes = (pocId: string, date: string, options?: UseCallOptions) =>
  useCall('listTimesWithAvailability', { pocId, date }, options);

export const useFee = (pocId: string) => useCall('getConsultationFees', { pocId });
