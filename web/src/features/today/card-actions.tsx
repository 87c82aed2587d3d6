import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { canBeMarked } from '../../shared/marking/rules.ts';
import { markingText } from '../../shared/marking/text.ts';
import { auditStoryPath } from '../../shared/paths.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { RowMenu, type RowMenuItem } from '../../shared/ui/row-menu.tsx';
import { todayText } from './text.ts';

interface CardActionsProps {
  row: TodaysAppointment;
  onMark(status: AppointmentStatus): void;
  /** Only where it may be cancelled. */
  onCancel?: (() => void) | undefined;
}

/** "Action buttons appear only when Confirmed and Is_Active is 1" (section 4); else the way to its history. */
export function CardActions({ row, onMark, onCancel }: CardActionsProps) {
  const name = row.PatientName ?? 'erased patient';
  const history = auditStoryPath(row.AppointmentId);
  if (!canBeMarked(row)) {
    return (
      <Button
        component={Link}
        to={history}
        variant="text"
        size="small"
        aria-label={`${markingText.history} of ${name}`}
        startIcon={<Icon name="history" />}
        sx={{ mr: { md: 0.5 } }}
      >
        {markingText.history}
      </Button>
    );
  }
  const items: RowMenuItem[] = [{ label: markingText.history, icon: 'history', to: history }];
  if (onCancel) items.push({ label: markingText.cancel, icon: 'cross', perform: onCancel });
  return (
    <>
      <Button size="small" onClick={() => onMark('Availed')} startIcon={<Icon name="check" />}>
        {markingText.markAs('Availed')}
      </Button>
      <Button size="small" variant="outlined" onClick={() => onMark('Not_Availed')}>
        {markingText.markAs('Not_Availed')}
      </Button>
      <RowMenu label={todayText.more(name)} items={items} />
    </>
  );
}
