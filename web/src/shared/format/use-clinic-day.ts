import { useEffect, useState } from 'react';
import { clinicToday } from './time.ts';

/** Today's date at the clinic, yyyy-mm-dd; updated at the clinic's midnight. */
export function useClinicDay(zone: string): string {
  const [today, setToday] = useState(() => clinicToday(zone));
  useEffect(() => {
    const look = () => setToday(clinicToday(zone));
    look();
    const timer = setInterval(look, 20_000);
    return () => clearInterval(timer);
  }, [zone]);
  return today;
}
