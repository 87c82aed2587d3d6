import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';
import { identityText } from '../../../shared/format/identity.ts';
import { PhoneLink } from '../../../shared/format/phone-link.tsx';
import { clinicToday, monthAndYear } from '../../../shared/format/time.ts';
import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { BackButton } from '../../../ui/buttons/back-button.tsx';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { useArrivalFocus } from '../../../ui/layout/arrival-focus.ts';
import { Inline, Muted, Round, Span } from '../../../ui/layout/boxes.tsx';
import { initials, rupeeAmount } from '../../../ui/locale/words.ts';
import { useDocumentTitle } from '../../../ui/product.ts';
import type { Overview } from '../rules.ts';
import { detailsText, patientText as text } from '../text.ts';

const lists = { admin: paths.users, doctor: paths.appointmentDetails, auditor: paths.auditAppointments } as const;

/** No-shows and open payments, which a desk should see at once. */
function Marks({ overview: { noShows, unpaid } }: { overview: Overview }) {
  return (
    <>
      {noShows > 0 ? (
        <ToneChip tone="notVisited" icon="cross">
          <span>
            {text.noShows(noShows)}
            <Span sx={{ display: { xs: 'none', md: 'inline' } }}>{text.inMonths}</Span>
          </span>
        </ToneChip>
      ) : null}
      {unpaid.total > 0 ? (
        <ToneChip tone="notVisited" icon="clock">
          {unpaid.withoutFee === unpaid.total ? text.openCount(unpaid.total) : text.open(rupeeAmount(unpaid.fees))}
        </ToneChip>
      ) : null}
    </>
  );
}

/** Contact and further details, in one line. */
function Contact({ overview }: { overview: Overview }) {
  const { phone, phoneNote, email, location, guardianRelation, guardianName, registeredAt } = overview;
  const { zone } = useIdentity();
  const relation = guardianRelation && detailsText.relations[guardianRelation];
  const parts: readonly ReactNode[] = [
    phone && (
      <>
        <PhoneLink phone={phone} />
        {phoneNote === null ? '' : ` (${phoneNote})`}
      </>
    ),
    email && <MuiLink href={`mailto:${email}`}>{email}</MuiLink>,
    location,
    guardianName && (relation ? `${relation}: ${guardianName}` : guardianName),
    text.since(monthAndYear(clinicToday(zone, Date.parse(registeredAt)))),
  ];
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {parts.filter(Boolean).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have an order and no ids
        <Fragment key={index}>
          {index === 0 ? null : ' · '}
          {part}
        </Fragment>
      ))}
    </Typography>
  );
}

/** On a phone the actions stay at the bottom of the screen. */
const bottomAlignment = {
  position: { xs: 'fixed', md: 'static' },
  left: 0,
  right: 0,
  bottom: 0,
  zIndex: 2,
  p: { xs: 1.5, md: 0 },
  bgcolor: { xs: 'background.paper', md: 'transparent' },
  borderTop: { xs: '1px solid', md: 0 },
  borderColor: 'divider',
  '& > *': { flex: { xs: 1, md: 'none' }, minHeight: { xs: 48, md: 40 } },
} as const;

/** The patient's name, contact and actions. */
export function PatientHeader({ overview, actions }: { overview: Overview; actions: ReactNode }) {
  const { identity } = overview;
  const { role } = useIdentity();
  const name = overview.name ?? '';
  const heading = useArrivalFocus();
  useDocumentTitle(name);
  return (
    <Inline gap={1.25} sx={{ mb: 1.5, alignItems: { xs: 'flex-start', md: 'center' } }}>
      <BackButton otherwise={lists[role]} />
      <Round
        aria-hidden="true"
        size={40}
        sx={{ fontSize: '0.9375rem', fontWeight: 600, bgcolor: 'teal.soft', color: 'primary.main' }}
      >
        {initials(name)}
      </Round>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Inline wrap sx={{ columnGap: 1, rowGap: 0.5 }}>
          <Typography
            variant="h1"
            id="page-title"
            tabIndex={-1}
            ref={heading}
            sx={{ flexBasis: { xs: '100%', md: 'auto' }, overflowWrap: 'anywhere' }}
          >
            {name}
          </Typography>
          {identity === undefined ? null : <Muted sx={{ fontSize: '1rem' }}>{identityText(identity)}</Muted>}
          <Marks overview={overview} />
        </Inline>
        <Contact overview={overview} />
      </Box>
      {actions === undefined ? null : (
        <Inline gap={1} sx={{ flexShrink: 0, ...bottomAlignment, '@media print': { display: 'none' } }}>
          {actions}
        </Inline>
      )}
    </Inline>
  );
}
