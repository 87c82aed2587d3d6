import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import { lazy, Suspense } from 'react';

const LatenessField = lazy(async () => ({ default: (await import('./lateness-field.tsx')).LatenessField }));

/** How late a doctor is, as a field that is loaded on its own. */
export const Lateness = ({ doctor }: { doctor: Pick<QueueDoctor, 'pocId' | 'lateBy'> }) => (
  <Suspense fallback={null}>
    <LatenessField doctor={doctor} />
  </Suspense>
);
