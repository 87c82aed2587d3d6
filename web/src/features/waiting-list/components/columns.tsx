import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { WaitingPatient } from '@dayline/contracts/endpoints/appointments/waiting';
import Box from '@mui/material/Box';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { PhoneLink } from '../../../shared/format/phone-link.tsx';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { useClinicNow } from '../../../shared/format/use-clinic-now.ts';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { daysOf, nameOf, placeOf } from '../rules.ts';
import { waitingText as text } from '../text.ts';

/** The place that is held for the patient, who must be called. */
function OfferCell({ offer, zone }: { offer: WaitingPatient['offer']; zone: string }) {
  const now = useClinicNow(zone);
  if (offer === null) return <Muted>{text.noOffer}</Muted>;
  const end = clinicNow(Date.parse(offer.until), zone);
  const isOver = `${end.date} ${end.time}` <= `${now.date} ${now.time}`;
  const until = instantAtClinic(offer.until, zone);
  return (
    <Box sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {isOver ? null : (
        <ToneChip tone="confirmed" icon="phone">
          {text.callNow}
        </ToneChip>
      )}{' '}
      {placeOf(offer)}
      <Muted block>{`${offer.pocName}, ${isOver ? text.wasHeldUntil(until) : text.heldUntil(until)}`}</Muted>
      {offer.email ? <Muted block>{text.email[offer.email.state](instantAtClinic(offer.email.at, zone))}</Muted> : null}
      {offer.reason === null ? null : <Muted block>{offer.reason}</Muted>}
    </Box>
  );
}

export const columnsOf = (zone: string): Column<WaitingPatient>[] => [
  {
    id: 'patient',
    header: text.columns.patient,
    strong: true,
    cell: (row) => (
      <>
        <PatientLink userId={row.userId} name={row.patientName}>
          {nameOf(row)}
        </PatientLink>
        <Box sx={{ fontWeight: 400, mt: 0.75 }}>
          <PhoneLink phone={row.patientPhone} />
        </Box>
      </>
    ),
  },
  {
    id: 'wanted',
    header: text.columns.wanted,
    cell: (row) => (
      <>
        <Box sx={{ overflowWrap: 'anywhere' }}>{row.target}</Box>
        <Muted block>{daysOf(row)}</Muted>
        <Muted block>{text.since(instantAtClinic(row.joinedAt, zone), row.by)}</Muted>
      </>
    ),
  },
  { id: 'note', header: text.columns.note, clip: 190, card: 'more', cell: ({ note }) => note ?? '' },
  {
    id: 'offer',
    header: text.columns.offer,
    card: 'more',
    cell: ({ offer }) => <OfferCell offer={offer} zone={zone} />,
  },
];
