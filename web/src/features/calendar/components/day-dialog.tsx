import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { longDate } from '../../../shared/format/time.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Bold, Inline, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { branchText, type CalendarOfClient, type Day, whenText } from '../rules.ts';
import { calendarText as text } from '../text.ts';
import { BookedLine, extentOf, OpeningHoursText } from './days-ahead.tsx';

/** The days in force on a date. Past dates can't be changed. */
export function DayDialog(props: {
  date: string;
  days: readonly Day[];
  listed: CalendarOfClient;
  today: string;
  canChange: boolean;
  onAdd(): void;
  onChange(day: Day): void;
  onRemove(day: Day): void;
  /** Excludes the date from a rule. */
  onOpen(day: Day): void;
  onClose(): void;
}) {
  const { date, days, listed, today, onAdd, onChange, onRemove, onOpen, onClose } = props;
  const isOver = date < today;
  const canChange = props.canChange && !isOver;
  return (
    <FormDialog
      title={longDate(date)}
      onClose={onClose}
      actions={
        <>
          {canChange ? (
            <Button variant="outlined" onClick={onAdd}>
              {text.addAnother}
            </Button>
          ) : null}
          <Button onClick={onClose}>{text.close}</Button>
        </>
      }
    >
      <PlainList sx={{ display: 'grid', gap: 2 }}>
        {days.map((day) => (
          <Box component="li" key={day.dayId}>
            <Inline gap={1} wrap>
              <Bold sx={{ overflowWrap: 'anywhere' }}>{day.name}</Bold>
              <OpeningHoursText day={day} />
            </Inline>
            <Muted block>
              {[day.date === null ? whenText(day) : '', extentOf(day, today), branchText(listed, day.branchId)]
                .filter(Boolean)
                .join(' · ')}
            </Muted>
            <Muted block>{text.setBy(day.by)}</Muted>
            {isOver ? null : (
              <Box sx={{ fontSize: '0.875rem' }}>
                <BookedLine day={day} words={text.booked(day.booked)} />
              </Box>
            )}
            {canChange ? (
              <Inline gap={1} wrap sx={{ mt: 1 }}>
                {day.date === null ? (
                  <Button variant="outlined" size="small" onClick={() => onOpen(day)}>
                    {text.openAsUsual}
                  </Button>
                ) : null}
                <Button variant="outlined" size="small" onClick={() => onChange(day)}>
                  {text.change}
                </Button>
                <Button variant="outlined" size="small" color="error" onClick={() => onRemove(day)}>
                  {text.lift}
                </Button>
              </Inline>
            ) : null}
          </Box>
        ))}
      </PlainList>
      {isOver ? <Muted>{text.pastHint}</Muted> : null}
    </FormDialog>
  );
}
