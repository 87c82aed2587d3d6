import type { Weekday } from '@dayline/contracts/clinic/schedule';
import type { Nth } from '@dayline/contracts/clinic/sessions';
import { TextField } from '../../ui/fields/fields.tsx';
import { useTypedMoment } from '../../ui/fields/moment-field.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { Muted, Stack } from '../../ui/layout/boxes.tsx';
import { listWords } from '../../ui/locale/words.ts';
import { clinicToday, shortDate } from '../format/time.ts';
import { useIdentity } from '../session/session-store.ts';
import { nextDates, nths } from './hours-words.ts';
import { NthButtons } from './nth-buttons.tsx';
import { columns, fieldOf, type OptionForm } from './option-form.ts';
import { settingsOf } from './options.ts';
import { hoursText as text } from './text.ts';

export interface Pattern {
  /** When weekly hours apply: from their first day on, before `until`. */
  days?: { readonly from: string | null; readonly until: string | null } | undefined;
  /** Whether the hospital is closed for a branch's session on a date; '' means the doctor's own branch. */
  isClosed: ((date: string, branchId: string) => boolean) | undefined;
}

/** Number of a pattern's dates considered; closed ones among them are left out. */
const most = 20;

/** Which weeks of the month, or an interval of weeks from a date, with the next matching dates. */
export function WeeksFields({ weekday, days, isClosed, ...form }: OptionForm & Pattern & { weekday: Weekday }) {
  const { more, onChange } = form;
  const { weeks, everyWeeks, everyFrom } = more;
  const { zone } = useIdentity();
  const today = clinicToday(zone);
  const first = days?.from && days.from > today ? days.from : today;
  const isEvery = everyWeeks !== '';
  const choose = (chosenWeeks: readonly (Nth | 'every')[]) => {
    if (chosenWeeks.includes('every') && !isEvery) {
      const [from = first] = nextDates({}, weekday, first, 1);
      return onChange({ weeks: [], everyWeeks: '2', everyFrom: from });
    }
    onChange({ weeks: nths.filter((nth) => chosenWeeks.includes(nth)), everyWeeks: '', everyFrom: '' });
  };
  const from = useTypedMoment('date', everyFrom, (next) => onChange({ everyFrom: next }));
  const isWhole = !isEvery || everyFrom !== '';
  const dates = (isWhole ? nextDates(settingsOf(more), weekday, first, most) : []).filter(
    (date) => !days?.until || date < days.until,
  );
  const closedDates = dates.filter((date) => isClosed?.(date, more.branchId));
  const open = dates.filter((date) => !closedDates.includes(date)).slice(0, 5);
  const closedBetween = closedDates.filter((date) => date < (open.at(-1) ?? ''));
  const none = days?.until ? text.noDatesUntil(shortDate(days.until)) : text.noDates;
  return (
    <Stack gap={1}>
      <Muted component="div" sx={{ fontWeight: 600, color: 'text.primary' }}>
        {text.weeks}
      </Muted>
      <NthButtons
        label={text.weeks}
        value={isEvery ? ['every'] : weeks}
        others={[{ value: 'every', label: text.everyWeeks }]}
        onChange={choose}
      />
      {isEvery ? (
        <Stack sx={columns(150)}>
          <NativeSelectField
            {...fieldOf(form, 'everyWeeks')}
            choices={[2, 3, 4, 5, 6, 7, 8].map((count) => ({ value: String(count), label: text.everyCount(count) }))}
          />
          <TextField {...fieldOf(form, 'everyFrom')} type="date" {...from} />
        </Stack>
      ) : null}
      {weeks.length > 0 || isEvery ? (
        <Muted block role="status">
          {`${text.nextDates}: ${open.length === 0 ? none : open.map(shortDate).join(' · ')}`}
          {closedBetween.length > 0 ? ` · ${text.closedOn(listWords(closedBetween.map(shortDate)))}` : ''}
        </Muted>
      ) : null}
    </Stack>
  );
}
