import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { countText } from '../../../ui/locale/words.ts';
import { detailsText as text } from '../text.ts';

interface Totals {
  total: number;
  paid: number;
  unpaid: number;
}

const cards = ['total', 'paid', 'unpaid'] as const;

/** "stat cards Total, Paid, Unpaid", small enough that ten rows still fit below them. */
export function PaymentTotals({ totals, failed }: { totals: Totals | undefined; failed: boolean }) {
  return (
    <Box component="dl" aria-label={text.payments} sx={{ display: 'flex', gap: 1, m: 0 }}>
      {cards.map((key) => (
        <Paper
          key={key}
          sx={{ display: 'flex', alignItems: 'baseline', gap: 1, px: 1.5, height: 40, lineHeight: '38px' }}
        >
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600 }}>
            {text.totals[key]}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: '1rem', fontWeight: 600, minWidth: 16 }}>
            {totals ? countText(totals[key]) : failed ? '–' : <Skeleton width={24} />}
          </Box>
        </Paper>
      ))}
    </Box>
  );
}
