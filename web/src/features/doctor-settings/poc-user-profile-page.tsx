import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ProfilePhoto } from '../../shared/doctor-photo/profile-photo.tsx';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { CardsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Inline, Muted, Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { phoneText } from '../../ui/locale/words.ts';
import { useDoctor } from './api/queries.ts';
import { ProfileTiles, Sample } from './components/profile-tiles.tsx';
import { SettingsLinks } from './components/settings-links.tsx';
import { UpcomingList } from './components/upcoming-list.tsx';
import { profileText as text } from './text.ts';

type Doctor = ResponseOf<'getDoctor'>;

const linkTo = (href: string, words: string) => (
  <MuiLink
    href={href}
    sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, md: 24 }, overflowWrap: 'anywhere' }}
  >
    {words}
  </MuiLink>
);

const factsOf = ({ email, phone, location }: Doctor): readonly { term: string; icon: IconName; value: ReactNode }[] => [
  { term: text.email, icon: 'mail', value: email && linkTo(`mailto:${email}`, email) },
  { term: text.phone, icon: 'phone', value: phone && linkTo(`tel:+${phone}`, phoneText(phone)) },
  { term: text.location, icon: 'place', value: location },
];

function Person({ doctor, pocId }: { doctor: Doctor; pocId: string | null }) {
  return (
    <Paper component="section" aria-label={doctor.name} sx={{ pt: 2, minWidth: 0 }}>
      <Box sx={{ px: 2, textAlign: 'center' }}>
        <ProfilePhoto pocId={pocId} name={doctor.name} url={doctor.profile_image} />
        <Typography variant="h2" sx={{ mt: 1.5 }}>
          {doctor.name}
        </Typography>
        <Typography sx={{ fontWeight: 600 }}>{doctor.specialization}</Typography>
        {doctor.qualification === null ? null : (
          <Typography sx={{ color: 'text.secondary' }}>{doctor.qualification}</Typography>
        )}
      </Box>
      <Box component="dl" sx={{ m: 0, mt: 1.5, px: 2, py: 1, borderTop: '1px solid', borderColor: 'divider' }}>
        {factsOf(doctor).map(({ term, icon, value }) => (
          <Stack
            key={term}
            gap={1}
            sx={{ gridTemplateColumns: '92px minmax(0, 1fr)', alignItems: 'center', minHeight: 32 }}
          >
            <Inline component="dt" gap={1} sx={{ color: 'text.secondary' }}>
              <Icon name={icon} size={18} />
              {term}
            </Inline>
            <Box
              component="dd"
              sx={{ m: 0, fontWeight: value ? 600 : 400, color: value ? 'inherit' : 'text.secondary' }}
            >
              {value || text.notGiven}
            </Box>
          </Stack>
        ))}
      </Box>
    </Paper>
  );
}

const hasSample = ({ patientCount, experience, rating, reviewCount }: Doctor): boolean =>
  [patientCount, experience, rating, reviewCount].includes(null);

/** Doctor profile (/poc-user-profile), sections 2, 5, 8 and 9. */
export default function PocUserProfilePage() {
  const { pocId } = useIdentity();
  const query = useDoctor(pocId);
  return (
    <>
      <PageHeader
        title={text.title}
        action={
          query.data && hasSample(query.data) ? (
            <Muted>
              <Sample /> {text.sampleHint}
            </Muted>
          ) : undefined
        }
      />
      <Stack
        gap={2}
        sx={{ alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '380px minmax(0, 1fr)' } }}
      >
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <ListState
            query={query}
            skeleton={<CardsSkeleton cards={1} height={380} />}
            failed={{ title: text.profileFailed }}
          >
            {(doctor) => <Person doctor={doctor} pocId={pocId} />}
          </ListState>
          <SettingsLinks pocId={pocId} />
        </Box>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {query.data ? <ProfileTiles doctor={query.data} /> : <Box sx={{ minHeight: 84 }} />}
          <UpcomingList pocId={pocId} />
        </Box>
      </Stack>
    </>
  );
}
