import { type ClinicTime, clinicNow } from '@dayline/contracts/clinic-time';
import { useEffect, useState } from 'react';

/** The clinic's wall clock, updated every minute. */
export function useClinicNow(zone: string): ClinicTime {
  const [now, setNow] = useState(() => clinicNow(Date.now(), zone));
  useEffect(() => {
    // The same object within a minute, to avoid rendering again.
    const look = () => setNow(clinicNow(Date.now(), zone));
    look();
    const timer = setInterval(look, 5_000);
    return () => clearInterval(timer);
  }, [zone]);
  return now;
}
