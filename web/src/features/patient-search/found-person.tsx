import type { FoundPerson } from '@dayline/contracts/endpoints/patient-search';
import { tokenText } from '@dayline/contracts/hall/tokens';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { IdentityText } from '../../shared/format/patient-link.tsx';
import { clockTime, fullDate, shortDate } from '../../shared/format/time.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Bold, Inline, Muted, Round, Span, smallText } from '../../ui/layout/boxes.tsx';
import { initials, phoneText } from '../../ui/locale/words.ts';
import { foundParts } from './found-parts.ts';
import { searchText as text } from './text.ts';

const mark = {
  color: 'inherit',
  bgcolor: 'transparent',
  textDecoration: 'underline',
  textDecorationThickness: '2px',
  textUnderlineOffset: '3px',
  textDecorationColor: 'var(--dl-palette-primary-main)',
} as const;

/** The name, with the matched letters underlined. */
const MatchedName = ({ name, search }: { name: string; search: string }) =>
  foundParts(name, search).map(({ at, part, matched }) =>
    matched ? (
      <Box key={at} component="mark" sx={mark}>
        {part}
      </Box>
    ) : (
      <Span key={at}>{part}</Span>
    ),
  );

/** The next visit, or else the last one. */
function NextVisit({ person: { token, next, lastVisit }, today }: { person: FoundPerson; today: string }) {
  const [first, second] = token
    ? [text.token(tokenText({ token: token.number, letter: token.letter })), token.pocName]
    : next
      ? [`${next.date === today ? text.today : shortDate(next.date)}, ${clockTime(next.time)}`, next.pocName]
      : [text.nothing, lastVisit === null ? text.noVisit : text.lastVisit(fullDate(lastVisit))];
  return (
    <Box sx={{ ...smallText, textAlign: { sm: 'right' }, minWidth: 0, gridColumn: { xs: 2, sm: 'auto' } }}>
      {token || next ? <Bold sx={{ fontWeight: 600 }}>{first}</Bold> : <Muted>{first}</Muted>}
      <Muted
        component="span"
        sx={{ display: { xs: 'inline', sm: 'block' }, '&::before': { content: { xs: '" · "', sm: '""' } } }}
      >
        {second}
      </Muted>
    </Box>
  );
}

/** Shown on the chosen row, which opens on a click anywhere. */
const OpenMark = () => (
  <Inline
    aria-hidden="true"
    gap={1}
    sx={{
      display: { xs: 'none', sm: 'flex' },
      height: 36,
      px: 1.5,
      borderRadius: '6px',
      fontWeight: 600,
      bgcolor: 'primary.main',
      color: 'primary.contrastText',
    }}
  >
    {text.open}
    <Icon name="enter" size={16} />
  </Inline>
);

/** A patient found by the search. */
export function FoundPersonRow(props: {
  id: string;
  person: FoundPerson;
  search: string;
  /** The clinic's date. */
  today: string;
  isChosen: boolean;
  onChoose(): void;
  onOpen(): void;
}) {
  const { id, person, search, today, isChosen, onChoose, onOpen } = props;
  const name = person.name ?? '';
  const parts: readonly ReactNode[] = [
    person.phone === null ? null : phoneText(person.phone),
    person.family === null ? person.location : text.samePhone(person.family),
  ].filter((part) => part !== null && part !== '');
  return (
    <Box
      component="li"
      role="option"
      id={id}
      aria-selected={isChosen}
      onMouseMove={isChosen ? undefined : onChoose}
      onClick={onOpen}
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: '32px minmax(0, 1fr)',
          sm: `32px minmax(0, 1fr) minmax(0, auto)${isChosen ? ' auto' : ''}`,
        },
        columnGap: 1.5,
        alignItems: 'center',
        minHeight: 56,
        px: 2,
        py: 0.75,
        cursor: 'pointer',
        '& + &': { borderTop: '1px solid', borderColor: 'divider' },
        ...(isChosen ? { bgcolor: 'teal.soft', boxShadow: 'inset 3px 0 0 var(--dl-palette-primary-main)' } : {}),
      }}
    >
      <Round
        aria-hidden="true"
        size={32}
        sx={{
          fontSize: '0.75rem',
          fontWeight: 600,
          color: 'primary.main',
          bgcolor: isChosen ? 'background.paper' : 'teal.soft',
        }}
      >
        {initials(name)}
      </Round>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Bold sx={{ fontWeight: 600 }}>
          <MatchedName name={name} search={search} />
        </Bold>
        <IdentityText identity={person.identity} />
        <Muted block>{parts.join(' · ')}</Muted>
      </Box>
      <NextVisit person={person} today={today} />
      {isChosen ? <OpenMark /> : null}
    </Box>
  );
}
