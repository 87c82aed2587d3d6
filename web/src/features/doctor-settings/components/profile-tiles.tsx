import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { Inline, PlainList, Span } from '../../../ui/layout/boxes.tsx';
import { countText } from '../../../ui/locale/words.ts';
import { profileText as text } from '../text.ts';

/** Marks a sample figure. */
export const Sample = () => (
  <Span
    sx={{
      px: '7px',
      border: '1px dashed',
      borderColor: 'field.border',
      borderRadius: '10px',
      fontSize: '0.75rem',
      fontWeight: 600,
      lineHeight: '18px',
      color: 'text.secondary',
      bgcolor: 'background.paper',
    }}
  >
    {text.sample}
  </Span>
);

interface Tile {
  label: string;
  icon: IconName;
  /** Null if missing: then the specification's figure is shown (section 9). */
  value: string | null;
  fallback: string;
}

const wordsOrDash = <Value,>(value: Value | null, words: (value: Value) => string): string | null =>
  value === null ? null : words(value);

const tilesOf = ({ patientCount, experience, rating, reviewCount }: ResponseOf<'getDoctor'>): readonly Tile[] => [
  {
    label: text.patients,
    icon: 'people',
    value: wordsOrDash(patientCount, countText),
    fallback: text.fallbacks.patients,
  },
  {
    label: text.experience,
    icon: 'award',
    value: wordsOrDash(experience, text.years),
    fallback: text.fallbacks.experience,
  },
  {
    label: text.ratings,
    icon: 'star',
    value: wordsOrDash(rating, (stars) => stars.toFixed(1)),
    fallback: text.fallbacks.rating,
  },
  { label: text.reviews, icon: 'chat', value: wordsOrDash(reviewCount, countText), fallback: text.fallbacks.reviews },
];

/** "Stat tiles (Patients, Experience, Ratings, Reviews) with fallback values when missing" (section 2). */
export function ProfileTiles({ doctor }: { doctor: ResponseOf<'getDoctor'> }) {
  return (
    <PlainList
      aria-label={text.figures}
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      {tilesOf(doctor).map(({ label, icon, value, fallback }) => (
        <Paper
          component="li"
          key={label}
          sx={{
            px: 2,
            py: 1.5,
            display: 'grid',
            rowGap: 0.5,
            gridTemplateColumns: 'minmax(0, 1fr)',
            overflowWrap: 'anywhere',
            ...(value === null ? { borderStyle: 'dashed', borderColor: 'field.border', bgcolor: 'transparent' } : {}),
          }}
        >
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              justifyContent: 'space-between',
              fontWeight: 600,
              color: 'text.secondary',
            }}
          >
            {label}
            <Span sx={{ color: value === null ? 'text.secondary' : 'primary.main', display: 'flex' }}>
              <Icon name={icon} />
            </Span>
          </Box>
          <Inline wrap sx={{ columnGap: 1 }}>
            <Span
              sx={{
                fontSize: '1.5rem',
                lineHeight: '2rem',
                fontWeight: 600,
                letterSpacing: '-.02em',
                whiteSpace: { xs: 'normal', sm: 'nowrap' },
                mr: 'auto',
                color: value === null ? 'text.secondary' : 'text.primary',
              }}
            >
              {value ?? fallback}
            </Span>
            {value === null ? <Sample /> : null}
          </Inline>
        </Paper>
      ))}
    </PlainList>
  );
}
