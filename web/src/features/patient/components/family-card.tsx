import type { ShownIdentity } from '@dayline/contracts/clinic/identity';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { IdentityText } from '../../../shared/format/patient-link.tsx';
import { clockTime, fullDate, shortDate } from '../../../shared/format/time.ts';
import { paths, patientPath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { type ListQuery, ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, lineAbove, Muted, PlainList, Round } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { initials } from '../../../ui/locale/words.ts';
import type { Family, Overview } from '../rules.ts';
import { patientText as text } from '../text.ts';

/** The next visit, or else the last one. */
function comes({ next, lastVisit }: Family[number]): string {
  if (next) return `${shortDate(next.date)}, ${clockTime(next.time)}, ${next.pocName}`;
  return lastVisit === null ? text.nothing : text.lastVisit(fullDate(lastVisit));
}

const personLook = {
  minHeight: 52,
  px: 2,
  py: 0.75,
  ...lineAbove,
  color: 'inherit',
  textDecoration: 'none',
} as const;

function Person(props: {
  name: string;
  identity: ShownIdentity | undefined;
  hint: string;
  isHere: boolean;
  end: ReactNode;
}) {
  const { name, identity, hint, isHere, end } = props;
  return (
    <>
      <Round
        aria-hidden="true"
        size={28}
        sx={{
          fontSize: '0.75rem',
          fontWeight: 600,
          bgcolor: isHere ? 'teal.soft' : 'surface.raised',
          color: isHere ? 'primary.main' : 'text.secondary',
        }}
      >
        {initials(name)}
      </Round>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
          <IdentityText identity={identity} />
        </Typography>
        <Muted block>{hint}</Muted>
      </Box>
      {end}
    </>
  );
}

/** The others on the phone. */
export function FamilyCard(props: { overview: Overview; query: ListQuery<{ readonly people: Family }> }) {
  const { overview, query } = props;
  const { role } = useIdentity();
  const { phone } = overview;
  return (
    <Box sx={{ order: { xs: 3, lg: 0 } }}>
      <Section
        title={text.family}
        padded={false}
        {...(query.data === undefined ? {} : { count: query.data.people.length + 1 })}
      >
        <ListState
          query={query}
          skeleton={<RowsSkeleton rows={2} height={52} columns={2} />}
          failed={{ title: text.familyFailed }}
        >
          {({ people }) => (
            <PlainList aria-label={text.family}>
              <Inline
                component="li"
                gap={1.5}
                aria-current="true"
                sx={{ ...personLook, boxShadow: 'inset 3px 0 0 var(--dl-palette-primary-main)' }}
              >
                <Person
                  name={overview.name ?? ''}
                  identity={overview.identity}
                  hint={people.length === 0 ? text.noFamily : text.thisPage}
                  isHere
                  end={null}
                />
              </Inline>
              {people.map((person) => (
                <li key={person.userId}>
                  <Inline
                    component={Link}
                    to={patientPath(person.userId)}
                    gap={1.5}
                    sx={{
                      ...personLook,
                      '&:hover': { bgcolor: 'surface.raised' },
                      '&:focus-visible': { outlineOffset: '-2px' },
                    }}
                  >
                    <Person
                      name={person.name ?? ''}
                      identity={person.identity}
                      hint={comes(person)}
                      isHere={false}
                      end={<Icon name="right" size={18} />}
                    />
                  </Inline>
                </li>
              ))}
            </PlainList>
          )}
        </ListState>
        {role === 'admin' && phone !== null ? (
          <Box sx={{ px: 1, py: 0.25, ...lineAbove }}>
            <Button
              component={Link}
              to={paths.newPatient}
              state={{ phone, email: overview.email, location: overview.location }}
              variant="text"
              size="small"
              startIcon={<Icon name="plus" />}
            >
              {text.addPerson}
            </Button>
          </Box>
        ) : null}
      </Section>
    </Box>
  );
}
