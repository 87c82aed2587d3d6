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
export function CardActions({ row, onMark }: Pick<CardActionsProps, 'row' | 'onMark'>) {
  if (!canBeMarked(row)) {
    return (
      <Button
        component={Link}
        to={auditStoryPath(row.AppointmentId)}
        variant="text"
        size="small"
        aria-label={`${markingText.history} of ${row.PatientName ?? 'erased patient'}`}
        startIcon={<Icon name="history" />}
        sx={{ mr: { md: 0.5 }, ml: { xs: -1, md: 0 } }}
      >
        {markingText.history}
      </Button>
    );
  }
  return (
    <>
      <Button size="small" onClick={() => onMark('Availed')} startIcon={<Icon name="check" />}>
        {markingText.markAs('Availed')}
      </Button>
      <Button size="small" variant="outlined" onClick={() => onMark('Not_Availed')}>
        {markingText.markAs('Not_Availed')}
      </Button>
    </>
  );
}

/** What else can be done with a card that still can be marked. */
export function CardMenu({ row, onCancel }: Pick<CardActionsProps, 'row' | 'onCancel'>) {
  const items: RowMenuItem[] = [{ label: markingText.history, icon: 'history', to: auditStoryPath(row.AppointmentId) }];
  if (onCancel) items.push({ label: markingText.cancel, icon: 'cross', perform: onCancel });
  return <RowMenu label={todayText.more(row.PatientName ?? 'erased patient')} items={items} />;
}
