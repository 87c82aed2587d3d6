import { type ClinicTime, clinicNow } from '@dayline/contracts/clinic-time';
import { useEffect, useState } from 'react';
import { serverNow } from '../clock.ts';

/** The clinic's wall clock, updated every minute. */
export function useClinicNow(zone: string): ClinicTime {
  const [now, setNow] = useState(() => clinicNow(serverNow(), zone));
  useEffect(() => {
    // The same object within a minute, to avoid rendering again.
    const look = () => setNow(clinicNow(serverNow(), zone));
    look();
    const timer = setInterval(look, 5_000);
    return () => clearInterval(timer);
  }, [zone]);
  return now;
}
