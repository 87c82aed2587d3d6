import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';

const LatenessField = lazy(async () => ({ default: (await import('./lateness-field.tsx')).LatenessField }));

/** How late a doctor is, as a field that is loaded on its own; nothing moves when it comes. */
export const Lateness = ({ doctor }: { doctor: Pick<QueueDoctor, 'pocId' | 'lateBy'> }) => (
  <Box sx={{ minHeight: { xs: 44, md: 40 } }}>
    <Suspense>
      <LatenessField doctor={doctor} />
    </Suspense>
  </Box>
);
