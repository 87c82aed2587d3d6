import type { Weekday } from '@dayline/contracts/clinic/schedule';
import { maxFurtherDepartments } from '@dayline/contracts/clinic/sessions';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { FilterChip } from '../../ui/buttons/filter-chip.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { useTypedMoment } from '../../ui/fields/moment-field.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { Inline, Stack } from '../../ui/layout/boxes.tsx';
import type { Places } from './hours-words.ts';
import { columns, fieldOf, type OptionForm } from './option-form.ts';
import { beforeSlot } from './options.ts';
import { fieldLabels as labels, hoursText as text } from './text.ts';
import { type Pattern, WeeksFields } from './weeks-fields.tsx';

type Place = OptionForm & {
  /** Departments and branches to choose from. */
  places: Places | undefined;
};
const choicesOf = (departments: Places['departments']) =>
  departments.map(({ departmentId, name }) => ({ value: departmentId, label: name }));
const number = (min: number) => ({ type: 'number', min, step: 1 }) as const;

/** Further departments under which a doctor's times are offered; chosen one by one. */
function AlsoInFields({ places, ...form }: Place) {
  const { departments = [] } = places ?? {};
  const { alsoIn, departmentId } = form.more;
  const others = departments.filter(({ departmentId: id }) => id !== departmentId && !alsoIn.includes(id));
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
          error={form.errorOf('alsoIn')}
          onChange={(next) => form.onChange({ alsoIn: [...alsoIn, next] })}
          choices={choicesOf(others)}
        />
      ) : null}
      {alsoIn.length === 0 ? null : (
        <Inline gap={1} wrap>
          {alsoIn.map((id) => {
            const name = departments.find((department) => department.departmentId === id)?.name ?? id;
            const onClear = () => form.onChange({ alsoIn: alsoIn.filter((other) => other !== id) });
            return <FilterChip key={id} label={name} name={text.notIn(name)} onClear={onClear} />;
          })}
        </Inline>
      )}
    </Stack>
  );
}

/** A session's place, if it differs from the doctor's. */
function WhereFields({ places, ...form }: Place) {
  const { departments = [], branches = [] } = places ?? {};
  return (
    <Stack sx={columns(150)}>
      {departments.length > 0 ? (
        <NativeSelectField
          {...fieldOf(form, 'departmentId')}
          placeholder={text.ownDepartment}
          optional
          choices={choicesOf(departments)}
        />
      ) : null}
      {branches.length > 0 ? (
        <NativeSelectField
          {...fieldOf(form, 'branchId')}
          placeholder={text.ownBranch}
          optional
          choices={branches.map(({ id, name }) => ({ value: String(id), label: name ?? text.branchNumber(id) }))}
        />
      ) : null}
      <TextField {...fieldOf(form, 'room')} optional />
    </Stack>
  );
}

const daysBefore = [0, 1, 2, 3, 4, 5, 6, 7, 14, 30];

/** How many days before the date, and at what time. `children` take the place of the time. */
function DayAndTimeFields(
  props: OptionForm & {
    fields:
      | readonly ['openDays', 'openTime']
      | readonly ['untilDays', 'untilTime']
      | readonly ['firstDays', 'firstTime'];
    /** The choice of no time, and the time proposed with the first day. */
    usual: { readonly placeholder: string; readonly time: string };
    others?: readonly { readonly value: string; readonly label: string }[];
    children?: ReactNode;
  },
) {
  const { fields, usual, others = [], children, ...form } = props;
  const [daysField, timeField] = fields;
  const { [daysField]: dayText, [timeField]: time } = form.more;
  const typedTimeField = useTypedMoment('time', time, (next) => form.onChange({ [timeField]: next }));
  const isOther = (value: string) => others.some((other) => other.value === value);
  const days = isOther(dayText) || daysBefore.includes(Number(dayText)) ? daysBefore : [...daysBefore, Number(dayText)];
  const timeOf = (next: string) => (next === '' || isOther(next) ? '' : time || usual.time);
  const timeInput = isOther(dayText) ? (
    children
  ) : (
    <TextField {...fieldOf(form, timeField)} type="time" {...typedTimeField} />
  );
  return (
    <Stack sx={columns(150)}>
      <NativeSelectField
        {...fieldOf(form, daysField)}
        placeholder={usual.placeholder}
        onChange={(next) => form.onChange({ [daysField]: next, [timeField]: timeOf(next) })}
        choices={[...days.map((count) => ({ value: String(count), label: text.days(count) })), ...others]}
      />
      {dayText === '' ? <Box /> : timeInput}
    </Stack>
  );
}

/** An interval's optional settings. `weekday` is absent for the hours of a single date, which have no pattern. */
export function OptionFields(props: Place & Pattern & { weekday: Weekday | undefined }) {
  const { weekday, days, isClosed, places, ...form } = props;
  // Half an hour is proposed: without minutes the hours would be incomplete.
  const changeClose: OptionForm['onChange'] = (part) =>
    form.onChange(part.untilDays === beforeSlot ? { ...part, closesBefore: form.more.closesBefore || '30' } : part);
  return (
    <Stack gap={2} sx={{ mt: 1.5, '& input[type="time"]': { pl: 1, pr: 0.5 } }}>
      <TextField {...fieldOf(form, 'name')} optional />
      {weekday ? (
        <NativeSelectField
          {...fieldOf(form, 'endDay')}
          placeholder={text.sameDay}
          choices={[{ value: 'next', label: text.nextDay }]}
        />
      ) : null}
      {weekday ? <WeeksFields {...form} weekday={weekday} days={days} isClosed={isClosed} /> : null}
      <DayAndTimeFields
        {...form}
        fields={['openDays', 'openTime']}
        usual={{ placeholder: text.asDated, time: '08:00' }}
      />
      <DayAndTimeFields
        {...form}
        onChange={changeClose}
        fields={['untilDays', 'untilTime']}
        usual={{ placeholder: text.asItBegins, time: '19:00' }}
        others={[{ value: beforeSlot, label: text.beforeSlot }]}
      >
        <TextField {...fieldOf(form, 'closesBefore')} {...number(1)} />
      </DayAndTimeFields>
      <DayAndTimeFields
        {...form}
        fields={['firstDays', 'firstTime']}
        usual={{ placeholder: text.asOthers, time: '19:00' }}
      />
      <NativeSelectField
        {...fieldOf(form, 'openEnd')}
        placeholder={text.announced}
        choices={[{ value: 'open', label: text.notAnnounced }]}
      />
      <TextField {...fieldOf(form, 'onRequest')} optional hint={text.onRequestHint} />
      <TextField {...fieldOf(form, 'onlyFor')} optional hint={text.onlyForHint} />
      <Stack sx={columns(150)}>
        {(['firstSlots', 'againSlots'] as const).map((visit) => (
          <TextField key={visit} {...fieldOf(form, visit)} {...number(1)} optional />
        ))}
      </Stack>
      <TextField {...fieldOf(form, 'classSlots')} optional hint={text.classSlotsHint} />
      <Stack sx={columns(180)}>
        {(['first', 'again', 'total', 'sameDay'] as const).map((list) => (
          <TextField key={list} {...fieldOf(form, list)} {...number(0)} optional />
        ))}
      </Stack>
      <WhereFields {...form} places={places} />
      <AlsoInFields {...form} places={places} />
    </Stack>
  );
}
