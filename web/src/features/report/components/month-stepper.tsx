import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { isRepeatable } from '../../../ui/buttons/single-press.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Bold } from '../../../ui/layout/boxes.tsx';
import { monthsLater, monthText } from '../report.ts';
import { reportText as text } from '../text.ts';

/** A month (yyyy-mm) with links to the previous and next one. */
export function MonthStepper({ month, onMonth }: { month: string; onMonth(month: string): void }) {
  const step = (months: number, icon: 'left' | 'right') => (
    <IconButton
      aria-label={monthText(monthsLater(month, months))}
      onClick={() => onMonth(monthsLater(month, months))}
      sx={{ width: { xs: 44, md: 36 }, height: { xs: 42, md: 38 }, borderRadius: '6px' }}
    >
      <Icon name={icon} size={16} />
    </IconButton>
  );
  return (
    <Box
      {...isRepeatable}
      role="group"
      aria-label={text.month}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        height: { xs: 44, md: 40 },
        border: '1px solid',
        borderColor: 'field.border',
        borderRadius: '6px',
        bgcolor: 'background.paper',
      }}
    >
      {step(-1, 'left')}
      <Bold aria-live="polite" sx={{ minWidth: 124, textAlign: 'center' }}>
        {monthText(month)}
      </Bold>
      {step(1, 'right')}
    </Box>
  );
}
