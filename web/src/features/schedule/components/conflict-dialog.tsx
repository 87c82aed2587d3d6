import type { Week, Weekday } from '@dayline/contracts/clinic/schedule';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import { weekdayText } from '../../../shared/format/time.ts';
import { rangeOf } from '../../../shared/hours/interval.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Muted, outlined } from '../../../ui/layout/boxes.tsx';
import type { Conflict } from '../api/use-save.ts';
import type { Schedule } from '../api/use-schedule.ts';
import { hoursOf } from '../merge.ts';
import { scheduleText as text } from '../text.ts';

/** Asks whose version of a day applies if somebody else has saved another one meanwhile. Nothing is written before. */
export default function ConflictDialog({ schedule, conflict }: { schedule: Schedule; conflict: Conflict }) {
  const { versions, by, days } = conflict;
  const [theirDays, setTheirDays] = useState<readonly Weekday[]>([]);
  const choose = (day: Weekday, isTheirs: boolean) =>
    setTheirDays([...theirDays.filter((theirDay) => theirDay !== day), ...(isTheirs ? [day] : [])]);
  return (
    <FormDialog
      wide
      title={text.changedMeanwhile(by)}
      about={text.bothChanged(days.map((day) => weekdayText(day)))}
      onClose={schedule.keepEditing}
      onSubmit={() => void schedule.settle(conflict, theirDays)}
      actions={
        <>
          <Button variant="outlined" onClick={schedule.keepEditing} disabled={schedule.saving}>
            {text.keepEditing}
          </Button>
          <Button type="submit" loading={schedule.saving}>
            {text.saveMerged}
          </Button>
        </>
      }
    >
      {days.map((day) => (
        <Box key={day} component="fieldset" sx={{ m: 0, p: 1.5, ...outlined, borderRadius: '6px' }}>
          <Box component="legend" sx={{ px: 0.5, fontWeight: 600 }}>
            {weekdayText(day)}
          </Box>
          <RadioGroup
            aria-label={weekdayText(day)}
            value={theirDays.includes(day) ? 'theirs' : 'mine'}
            onChange={(_, value) => choose(day, value === 'theirs')}
            sx={{ gap: 1 }}
          >
            <Version value="theirs" label={text.theirs(by)} week={versions.theirWeek} day={day} />
            <Version value="mine" label={text.mine} week={versions.mine} day={day} />
          </RadioGroup>
        </Box>
      ))}
    </FormDialog>
  );
}

function Version({ value, label, week, day }: { value: string; label: string; week: Week; day: Weekday }) {
  const hours = hoursOf(week, day);
  return (
    <FormControlLabel
      value={value}
      control={<Radio />}
      label={
        <>
          {label}
          {hours.length === 0 ? <Muted block>{text.offAlone}</Muted> : null}
          {hours.map((interval) => (
            <Muted block key={interval.startTime}>
              {rangeOf(interval)} · {text.perSlot(interval.appointmentsPerSlot)}
            </Muted>
          ))}
        </>
      }
    />
  );
}
