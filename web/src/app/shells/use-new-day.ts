import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';

/**
 * Refetches everything when the clinic's day changes. The server notifies connected pages; a computer that slept
 * through midnight misses that, and would still show yesterday.
 */
export function useNewDay(zone: string): void {
  const client = useQueryClient();
  const today = useClinicDay(zone);
  const day = useRef(today);
  useEffect(() => {
    if (day.current === today) return;
    day.current = today;
    void client.invalidateQueries();
  }, [client, today]);
}
