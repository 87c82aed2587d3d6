import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Component, type ReactNode, Suspense, useState } from 'react';
import { useOverdue } from '../../../ui/feedback/overdue.ts';
import { Section } from '../../../ui/layout/card.tsx';
import { pictureText as text } from '../text.ts';
import { chartHeight } from './chart-look.ts';

/** The charts are a separate chunk: if it can't be loaded, the page works and the table has the numbers. */
class PictureBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render() {
    if (!this.state.broken) return this.props.children;
    return <Typography sx={{ pt: 4, textAlign: 'center', color: 'text.secondary' }}>{text.chartFailed}</Typography>;
  }
}

/** A placeholder of the picture's shape, after a delay. */
function Waiting() {
  return useOverdue(true) ? <Skeleton variant="rounded" height={chartHeight} /> : null;
}

/** A picture with its summary, and its numbers as an alternative table. */
export function PictureSection(props: {
  title: string;
  /** The picture's content, in words. */
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
  const other = read ? text.asChart : text.asTable;
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
            aria-label={`${title} ${other}`}
            sx={{
              fontSize: 'inherit',
              verticalAlign: 'baseline',
              minHeight: { xs: 44, md: 24 },
              my: { xs: -1.5, md: 0 },
            }}
          >
            {other}
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
            {/* The charts' chunk loads after the page. */}
            <PictureBoundary>
              <Suspense fallback={<Waiting />}>{chart}</Suspense>
            </PictureBoundary>
          </Box>
        </>
      )}
    </Section>
  );
}
