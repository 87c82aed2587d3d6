import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Section } from '../../../ui/layout/card.tsx';
import { pictureText as text } from '../text.ts';
import { chartHeight } from './charts.tsx';

/** A picture with its summary, and its numbers as an alternative table. */
export function PictureSection(props: {
  title: string;
  /** The picture's content as text. */
  summary: string;
  /** Shown instead of a picture if there is nothing to draw. */
  empty?: string | undefined;
  /** The legend of its colours. */
  legend?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
}) {
  const { title, summary, empty, legend, chart, table } = props;
  const [read, setRead] = useState(false);
  const toggleName = read ? text.asChart : text.asTable;
  if (empty !== undefined) {
    return (
      <Section title={title}>
        <Typography sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>{empty}</Typography>
      </Section>
    );
  }
  return (
    <Section
      title={title}
      aside={
        <>
          {summary} ·{' '}
          <Link
            component="button"
            type="button"
            onClick={() => setRead(!read)}
            aria-label={`${title} ${toggleName}`}
            sx={{
              fontSize: 'inherit',
              verticalAlign: 'baseline',
              minHeight: { xs: 44, md: 24 },
              my: { xs: -1.5, md: 0 },
            }}
          >
            {toggleName}
          </Link>
        </>
      }
    >
      {read ? (
        table
      ) : (
        <>
          {legend}
          <Box role="img" aria-label={`${title}: ${summary}`} sx={{ height: chartHeight }}>
            {chart}
          </Box>
        </>
      )}
    </Section>
  );
}
