import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';

/**
 * Asks for everything anew when the clinic's day turns. The server tells the pages that it can reach; a computer that slept
 * through midnight hears nothing, and would go on showing yesterday.
 */
export function useNewDay(zone: string): void {
  const client = useQueryClient();
  const today = useClinicDay(zone);
  const shown = useRef(today);
  useEffect(() => {
    if (shown.current === today) return;
    shown.current = today;
    void client.invalidateQueries();
  }, [client, today]);
}
