import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { Column } from '../../../shared/appointments/presence/column.ts';
import { Bold, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { queueText as text } from '../text.ts';

/** The doctors who are blocked today, in one narrow column until they are to be shown. */
export function FoldedColumn({ columns, onShow }: { columns: readonly Column[]; onShow(): void }) {
  return (
    <Paper
      component="section"
      aria-label={text.blockedDoctors(columns.length)}
      sx={{ flex: '0 0 auto', width: 168, p: 1.5, display: 'grid', gap: 1, alignContent: 'start' }}
    >
      <Bold sx={{ fontWeight: 600 }}>{text.blockedDoctors(columns.length)}</Bold>
      <PlainList>
        {columns.map(({ doctor }) => (
          <Muted component="li" key={doctor.pocId} block>
            {doctor.name}
          </Muted>
        ))}
      </PlainList>
      <Button variant="outlined" size="small" onClick={onShow}>
        {text.showBlocked}
      </Button>
    </Paper>
  );
}
