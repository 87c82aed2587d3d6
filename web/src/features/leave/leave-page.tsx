import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { DoctorFilter } from '../../shared/appointments/doctors/doctor-fields.tsx';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Notice } from '../../ui/feedback/list-state.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Leaves } from './components/leaves.tsx';
import { Planning } from './components/planning.tsx';
import { Progress } from './components/progress.tsx';
import { leaveText as text } from './text.ts';

/** The doctor of the page: a doctor's own, else the one in the address. */
function DoctorChoice({ pocId, onChange }: { pocId: string; onChange(pocId: string): void }) {
  return (
    <Box sx={{ width: { xs: '100%', sm: 240 } }}>
      <DoctorFilter label={text.doctor} placeholder={text.chooseDoctor} value={pocId} onChange={onChange} />
    </Box>
  );
}

/** A doctor's leave (/leave): previewed, started, and followed while its appointments are moved. */
export default function LeavePage() {
  const { role, pocId: own } = useIdentity();
  const { params, set } = useAddressParams();
  const pocId = own ?? params.get('doctor') ?? '';
  const leaveId = params.get('leave') ?? '';
  const choice =
    role === 'doctor' ? undefined : (
      <DoctorChoice pocId={pocId} onChange={(doctor) => set({ doctor, leave: undefined, with: undefined })} />
    );
  if (pocId === '') {
    return (
      <>
        <PageHeader title={text.title} afterTitle={choice} />
        <Paper component="section">
          <Notice icon="away" title={text.chooseDoctor} hint={text.chooseHint} />
        </Paper>
      </>
    );
  }
  if (leaveId !== '') return <Progress key={leaveId} pocId={pocId} leaveId={leaveId} />;
  return (
    <Stack gap={2}>
      <Planning key={pocId} pocId={pocId} doctorChoice={choice} />
      <Leaves pocId={pocId} />
    </Stack>
  );
}
