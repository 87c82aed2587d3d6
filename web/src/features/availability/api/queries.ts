import { lastBlockableDate } from '@dayline/contracts/clinic/horizon';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callOptions, useCall } from '../../../shared/api/hooks.ts';
import type { Booking, Times } from '../rules.ts';

/** Dates up to the last that can be blocked. */
export const useDates = (pocId: string, today: string) =>
  useCall('listDatesWithAvailability', { pocId, to: lastBlockableDate(today) });
export const useDayHours = (pocId: string) => useCall('listDayHours', { pocId });
export const useBlockedSlots = (pocId: string) => useCall('listBlockedSlots', { pocId });

/** Confirmed appointments from today on, which a block could affect. */
export function useBookings(pocId: string, today: string) {
  const query = useCall('listAppointmentDetailsOfDoctor', { pocId, status: 'Confirmed', from: today });
  const { data } = query;
  const bookings = useMemo(
    () =>
      data?.map(
        (row): Booking => ({
          appointmentId: row.AppointmentId,
          date: row.AppointmentDate,
          time: row.AppointmentTime,
          patientName: row.UserName,
          minutes: row.minutes,
        }),
      ),
    [data],
  );
  return { bookings, isError: query.isError && data === undefined, refetch: query.refetch };
}

export interface TimesByDay {
  /** Undefined until all dates' times are loaded. */
  days: readonly { date: string; times: Times }[] | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch(): void;
}

export function useTimesOf(pocId: string, dates: readonly string[]): TimesByDay {
  const client = useQueryClient();
  const queries = useQueries({
    queries: dates.map((date) => callOptions(client, 'listTimesWithAvailability', { pocId, date })),
  });
  const days = queries.flatMap(({ data }, index) => {
    const date = dates[index];
    return data && date !== undefined ? [{ date, times: data.body }] : [];
  });
  return {
    days: days.length === dates.length ? days : undefined,
    error: queries.find(({ error, data }) => error && !data)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
