import { addDays } from '@dayline/contracts/clinic/clinic-time';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { shortDate } from '../../../shared/format/time.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import type { Schedule } from '../api/use-schedule.ts';
import { scheduleText as text } from '../text.ts';

const maxNameLength = 60;

/** The weekly hours in force, the later ones, and new ones from a date on. */
export function WeeksBar({ schedule }: { schedule: Schedule }) {
  const [isAsking, setAsking] = useState(false);
  const { edit, isNew, listed } = schedule;
  const later = listed.slice(1).map(({ from, name }) => ({ from, name }));
  const all = isNew && edit.from !== null ? [...later, { from: edit.from, name: edit.name }] : later;
  const sorted = all.sort((a, b) => (a.from < b.from ? -1 : 1));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
      <Box role="group" aria-label={text.weeks} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <WeekButton here={edit.from === null} onClick={() => void schedule.choose(null)} label={text.inForce} />
        {sorted.map(({ from, name }) => (
          <WeekButton
            key={from}
            here={edit.from === from}
            onClick={() => void schedule.choose(from)}
            label={name ? `${text.from(shortDate(from))} (${name})` : text.from(shortDate(from))}
          />
        ))}
        <Button variant="text" startIcon={<Icon name="plus" />} onClick={() => setAsking(true)}>
          {text.newFrom}
        </Button>
      </Box>
      <Muted role="status">{sentenceOf(schedule)}</Muted>
      {edit.from !== null && !isNew ? (
        <Button variant="text" onClick={() => void schedule.withdraw(edit.from ?? '')}>
          {text.withdraw}
        </Button>
      ) : null}
      {isAsking ? <NewWeekDialog schedule={schedule} onClose={() => setAsking(false)} /> : null}
    </Box>
  );
}

function WeekButton({ here, onClick, label }: { here: boolean; onClick(): void; label: string }) {
  return (
    <Button
      variant="outlined"
      aria-pressed={here}
      onClick={onClick}
      sx={here ? { bgcolor: 'teal.soft', color: 'primary.main' } : { color: 'text.secondary' }}
    >
      {label}
    </Button>
  );
}

/** When the chosen weekly hours apply: their first and last day. */
function sentenceOf({ edit, until, isNew }: Schedule): string {
  const [from, next] = [edit.from && shortDate(edit.from), until && shortDate(until)];
  if (from === null) return next === null ? text.holds : text.holdsUntil(next);
  const holds = next === null ? text.holdsFrom(from) : text.holdsFromUntil(from, next);
  return isNew ? `${holds} ${text.notYet}` : holds;
}

function NewWeekDialog({ schedule, onClose }: { schedule: Schedule; onClose(): void }) {
  const tomorrow = addDays(useClinicDay(useIdentity().zone), 1);
  const [from, setFrom] = useState('');
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const isWrong = from < tomorrow;
  const submit = () => {
    setTried(true);
    if (isWrong || name.length > maxNameLength) return;
    onClose();
    void schedule.choose(from, name.trim() || null);
  };
  return (
    <FormDialog
      title={text.newWeek}
      about={text.newWeekHint}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text.continue}
    >
      <TextField
        label={text.firstDay}
        type="date"
        value={from}
        onChange={setFrom}
        error={isTried && isWrong ? text.firstDayMissing : undefined}
        autoFocus
      />
      <TextField label={text.weekName} value={name} onChange={setName} maxLength={maxNameLength} optional />
    </FormDialog>
  );
}
