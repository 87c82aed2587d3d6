import Paper from '@mui/material/Paper';
import { useState } from 'react';
import { appointmentText } from '../../shared/appointments/text.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Notice } from '../../ui/feedback/list-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { AvailabilityTabs } from './components/availability-tabs.tsx';
import { ChoiceFoot } from './components/choice-foot.tsx';
import { DoctorChoice } from './components/doctor-choice.tsx';
import { availabilityText as text } from './text.ts';

/** Admin update availability (/update-availability), section 2. The doctor is in the address. */
export default function UpdateAvailabilityPage() {
  const { zone } = useIdentity();
  const { params, set } = useAddressParams();
  const [refusal, setRefusal] = useState<string>();
  const departmentId = params.get('department') ?? '';
  const pocId = params.get('doctor') ?? '';
  const choice = (
    <DoctorChoice
      departmentId={departmentId}
      pocId={pocId}
      onChange={(doctorChoice) => {
        setRefusal(undefined);
        set({ department: doctorChoice.departmentId, doctor: doctorChoice.pocId });
      }}
    />
  );
  if (pocId !== '') {
    return (
      <AvailabilityTabs key={pocId} side="admin" title={text.adminTitle} pocId={pocId} zone={zone} action={choice} />
    );
  }
  return (
    <>
      <PageHeader title={text.adminTitle} action={choice} />
      <Paper component="section" sx={{ p: 2 }}>
        <Notice icon="stethoscope" title={appointmentText.chooseDoctor} hint={text.aDoctorHint} />
        <ChoiceFoot
          summary=""
          more=""
          refusal={refusal}
          isEmpty
          disabled={false}
          busy={false}
          onUpdate={() => setRefusal(text.selectDoctorAndDate)}
        />
      </Paper>
    </>
  );
}
