import type { Weekday } from '@dayline/contracts/clinic/schedule';
import { maxFurtherDepartments, type Nth } from '@dayline/contracts/clinic/sessions';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { FilterChip } from '../../ui/buttons/filter-chip.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { useTypedMoment } from '../../ui/fields/moment-field.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { Inline, Muted, Stack } from '../../ui/layout/boxes.tsx';
import { listWords } from '../../ui/locale/words.ts';
import { clinicToday, shortDate } from '../format/time.ts';
import { useIdentity } from '../session/session-store.ts';
import { nextDates, nths, type Places } from './hours-words.ts';
import { NthButtons } from './nth-buttons.tsx';
import { beforeSlot, type HoursOptions, type OptionField, settingsOf } from './options.ts';
import { fieldLabels as labels, hoursText as text } from './text.ts';

interface OptionFieldsProps {
  more: HoursOptions;
  /** Absent for the hours of a single date, which have no weekly pattern. */
  weekday: Weekday | undefined;
  /** Departments and branches to choose from. */
  places: Places | undefined;
  /** When weekly hours apply: from their first day on, before `until`. */
  days?: { readonly from: string | null; readonly until: string | null } | undefined;
  /** Whether the hospital is closed for a branch's session on a date; '' means the doctor's own branch. */
  isClosed: ((date: string, branchId: string) => boolean) | undefined;
  errorOf(field: OptionField): string | undefined;
  onChange(part: Partial<HoursOptions>): void;
}

const columns = (least: number) => ({
  columnGap: 1,
  rowGap: 1.5,
  alignItems: 'start',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))`,
});

/** Number of a pattern's dates considered; closed ones among them are left out. */
const most = 20;

type Chosen = Nth | 'every';

/** Which weeks of the month, or an interval of weeks from a date, with the next matching dates. */
function WeeksFields({
  more,
  weekday,
  days,
  isClosed,
  errorOf,
  onChange,
}: Omit<OptionFieldsProps, 'weekday' | 'places'> & { weekday: Weekday }) {
  const { weeks, everyWeeks, everyFrom } = more;
  const { zone } = useIdentity();
  const today = clinicToday(zone);
  const first = days?.from && days.from > today ? days.from : today;
  const isEvery = everyWeeks !== '';
  const choose = (chosen: readonly Chosen[]) => {
    if (chosen.includes('every') && !isEvery) {
      const [from = first] = nextDates({}, weekday, first, 1);
      return onChange({ weeks: [], everyWeeks: '2', everyFrom: from });
    }
    onChange({ weeks: nths.filter((nth) => chosen.includes(nth)), everyWeeks: '', everyFrom: '' });
  };
  const from = useTypedMoment('date', everyFrom, (next) => onChange({ everyFrom: next }));
  const isWhole = !isEvery || everyFrom !== '';
  const dates = (isWhole ? nextDates(settingsOf(more), weekday, first, most) : []).filter(
    (date) => !days?.until || date < days.until,
  );
  const closed = dates.filter((date) => isClosed?.(date, more.branchId));
  const open = dates.filter((date) => !closed.includes(date)).slice(0, 5);
  const left = closed.filter((date) => date < (open.at(-1) ?? ''));
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
            label={labels.everyWeeks}
            name="everyWeeks"
            value={everyWeeks}
            error={errorOf('everyWeeks')}
            onChange={(next) => onChange({ everyWeeks: next })}
            choices={[2, 3, 4, 5, 6, 7, 8].map((count) => ({ value: String(count), label: text.everyCount(count) }))}
          />
          <TextField label={labels.everyFrom} name="everyFrom" type="date" error={errorOf('everyFrom')} {...from} />
        </Stack>
      ) : null}
      {weeks.length > 0 || isEvery ? (
        <Muted block role="status">
          {`${text.nextDates}: ${open.length === 0 ? (days?.until ? text.noDatesUntil(shortDate(days.until)) : text.noDates) : open.map(shortDate).join(' · ')}`}
          {left.length > 0 ? ` · ${text.closedOn(listWords(left.map(shortDate)))}` : ''}
        </Muted>
      ) : null}
    </Stack>
  );
}

/** Further departments under which a doctor's times are offered; chosen one by one. */
function AlsoInFields({ more, places, errorOf, onChange }: Omit<OptionFieldsProps, 'weekday' | 'days' | 'isClosed'>) {
  const { departments = [] } = places ?? {};
  const { alsoIn, departmentId } = more;
  const others = departments.filter(
    (each) => each.departmentId !== departmentId && !alsoIn.includes(each.departmentId),
  );
  if (alsoIn.length === 0 && others.length === 0) return null;
  return (
    <Stack gap={1}>
      {alsoIn.length < maxFurtherDepartments ? (
        <NativeSelectField
          label={labels.alsoIn}
          name="alsoIn"
          value=""
          placeholder={text.noOtherDepartment}
          optional
          error={errorOf('alsoIn')}
          onChange={(next) => onChange({ alsoIn: [...alsoIn, next] })}
          choices={others.map(({ departmentId, name }) => ({ value: departmentId, label: name }))}
        />
      ) : null}
      {alsoIn.length === 0 ? null : (
        <Inline gap={1} wrap>
          {alsoIn.map((id) => {
            const name = departments.find((each) => each.departmentId === id)?.name ?? id;
            const onClear = () => onChange({ alsoIn: alsoIn.filter((other) => other !== id) });
            return <FilterChip key={id} label={name} name={text.notIn(name)} onClear={onClear} />;
          })}
        </Inline>
      )}
    </Stack>
  );
}

/** A session's place, if it differs from the doctor's. */
function WhereFields({ more, places, errorOf, onChange }: Omit<OptionFieldsProps, 'weekday' | 'days' | 'isClosed'>) {
  const { departments = [], branches = [] } = places ?? {};
  return (
    <Stack sx={columns(150)}>
      {departments.length > 0 ? (
        <NativeSelectField
          label={labels.departmentId}
          name="departmentId"
          value={more.departmentId}
          placeholder={text.ownDepartment}
          optional
          error={errorOf('departmentId')}
          onChange={(next) => onChange({ departmentId: next })}
          choices={departments.map(({ departmentId, name }) => ({ value: departmentId, label: name }))}
        />
      ) : null}
      {branches.length > 0 ? (
        <NativeSelectField
          label={labels.branchId}
          name="branchId"
          value={more.branchId}
          placeholder={text.ownBranch}
          optional
          error={errorOf('branchId')}
          onChange={(next) => onChange({ branchId: next })}
          choices={branches.map(({ id, name }) => ({ value: String(id), label: name ?? text.branchNumber(id) }))}
        />
      ) : null}
      <TextField
        label={labels.room}
        name="room"
        optional
        value={more.room}
        error={errorOf('room')}
        onChange={(next) => onChange({ room: next })}
      />
    </Stack>
  );
}

const daysBefore = [0, 1, 2, 3, 4, 5, 6, 7, 14, 30];

/** How many days before the date, and at what time. `children` take the place of the time. */
function DayAndTimeFields({
  more,
  fields: [daysField, timeField],
  usual,
  others = [],
  errorOf,
  onChange,
  children,
}: Pick<OptionFieldsProps, 'more' | 'errorOf' | 'onChange'> & {
  fields: readonly ['openDays', 'openTime'] | readonly ['untilDays', 'untilTime'] | readonly ['firstDays', 'firstTime'];
  /** The choice of no time, and the time proposed with the first day. */
  usual: { readonly placeholder: string; readonly time: string };
  others?: readonly { readonly value: string; readonly label: string }[];
  children?: ReactNode;
}) {
  const [chosen, time] = [more[daysField], more[timeField]];
  const typed = useTypedMoment('time', time, (next) => onChange({ [timeField]: next }));
  const isOther = others.some(({ value }) => value === chosen);
  const days = isOther || daysBefore.includes(Number(chosen)) ? daysBefore : [...daysBefore, Number(chosen)];
  const timeOf = (next: string) =>
    next === '' || others.some(({ value }) => value === next) ? '' : time || usual.time;
  return (
    <Stack sx={columns(150)}>
      <NativeSelectField
        label={labels[daysField]}
        name={daysField}
        value={chosen}
        placeholder={usual.placeholder}
        error={errorOf(daysField)}
        onChange={(next) => onChange({ [daysField]: next, [timeField]: timeOf(next) })}
        choices={[...days.map((count) => ({ value: String(count), label: text.days(count) })), ...others]}
      />
      {chosen === '' ? (
        <Box />
      ) : isOther ? (
        children
      ) : (
        <TextField label={labels[timeField]} name={timeField} type="time" error={errorOf(timeField)} {...typed} />
      )}
    </Stack>
  );
}

/** The slots that a visit takes. */
function LengthFields({ more, errorOf, onChange }: Pick<OptionFieldsProps, 'more' | 'errorOf' | 'onChange'>) {
  return (
    <>
      <Stack sx={columns(150)}>
        {(['firstSlots', 'againSlots'] as const).map((kind) => (
          <TextField
            key={kind}
            label={labels[kind]}
            name={kind}
            type="number"
            min={1}
            step={1}
            optional
            value={more[kind]}
            error={errorOf(kind)}
            onChange={(next) => onChange({ [kind]: next })}
          />
        ))}
      </Stack>
      <TextField
        label={labels.classSlots}
        name="classSlots"
        optional
        hint={text.classSlotsHint}
        value={more.classSlots}
        error={errorOf('classSlots')}
        onChange={(next) => onChange({ classSlots: next })}
      />
    </>
  );
}

/** An interval's optional settings. */
export function OptionFields({
  more,
  weekday,
  days: hoursDays,
  places,
  isClosed,
  errorOf,
  onChange,
}: OptionFieldsProps) {
  return (
    <Stack gap={2} sx={{ mt: 1.5, '& input[type="time"]': { pl: 1, pr: 0.5 } }}>
      <TextField
        label={labels.name}
        name="name"
        optional
        value={more.name}
        error={errorOf('name')}
        onChange={(next) => onChange({ name: next })}
      />
      {weekday ? (
        <NativeSelectField
          label={labels.endDay}
          name="endDay"
          value={more.endDay}
          placeholder={text.sameDay}
          error={errorOf('endDay')}
          onChange={(next) => onChange({ endDay: next })}
          choices={[{ value: 'next', label: text.nextDay }]}
        />
      ) : null}
      {weekday ? <WeeksFields {...{ more, isClosed, errorOf, onChange }} weekday={weekday} days={hoursDays} /> : null}
      <DayAndTimeFields
        {...{ more, errorOf, onChange }}
        fields={['openDays', 'openTime']}
        usual={{ placeholder: text.asDated, time: '08:00' }}
      />
      <DayAndTimeFields
        {...{ more, errorOf }}
        // Half an hour is proposed: without minutes the hours would be incomplete.
        onChange={(part) =>
          onChange(part.untilDays === beforeSlot ? { ...part, closesBefore: more.closesBefore || '30' } : part)
        }
        fields={['untilDays', 'untilTime']}
        usual={{ placeholder: text.asItBegins, time: '19:00' }}
        others={[{ value: beforeSlot, label: text.beforeSlot }]}
      >
        {more.untilDays === beforeSlot ? (
          <TextField
            label={labels.closesBefore}
            name="closesBefore"
            type="number"
            min={1}
            step={1}
            value={more.closesBefore}
            error={errorOf('closesBefore')}
            onChange={(next) => onChange({ closesBefore: next })}
          />
        ) : null}
      </DayAndTimeFields>
      <DayAndTimeFields
        {...{ more, errorOf, onChange }}
        fields={['firstDays', 'firstTime']}
        usual={{ placeholder: text.asOthers, time: '19:00' }}
      />
      <NativeSelectField
        label={labels.openEnd}
        name="openEnd"
        value={more.openEnd}
        placeholder={text.announced}
        onChange={(next) => onChange({ openEnd: next })}
        choices={[{ value: 'open', label: text.notAnnounced }]}
      />
      <TextField
        label={labels.onRequest}
        name="onRequest"
        optional
        hint={text.onRequestHint}
        value={more.onRequest}
        error={errorOf('onRequest')}
        onChange={(next) => onChange({ onRequest: next })}
      />
      <TextField
        label={labels.onlyFor}
        name="onlyFor"
        optional
        hint={text.onlyForHint}
        value={more.onlyFor}
        error={errorOf('onlyFor')}
        onChange={(next) => onChange({ onlyFor: next })}
      />
      <LengthFields {...{ more, errorOf, onChange }} />
      <Stack sx={columns(180)}>
        {(['first', 'again', 'total', 'sameDay'] as const).map((list) => (
          <TextField
            key={list}
            label={labels[list]}
            name={list}
            type="number"
            min={0}
            step={1}
            optional
            value={more[list]}
            error={errorOf(list)}
            onChange={(next) => onChange({ [list]: next })}
          />
        ))}
      </Stack>
      <WhereFields {...{ more, places, errorOf, onChange }} />
      <AlsoInFields {...{ more, places, errorOf, onChange }} />
    </Stack>
  );
}
