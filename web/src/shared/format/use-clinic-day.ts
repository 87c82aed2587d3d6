import { useSyncExternalStore } from 'react';
import { clinicToday } from './time.ts';
import { everySecond } from './use-clinic-now.ts';

/** Today's date at the clinic, yyyy-mm-dd; updated at the clinic's midnight. */
export const useClinicDay = (zone: string): string => useSyncExternalStore(everySecond, () => clinicToday(zone));
