import type { Interval } from '@dayline/contracts/clinic/schedule';
import { maxNames, maxSlotsOfVisit, type Nth, patternFields, sessionFields } from '@dayline/contracts/clinic/sessions';
import { maxOnRequestLength } from '@dayline/contracts/fields/max-lengths';
import { tooLong } from '../../ui/fields/too-long.ts';
import { hoursText as text } from './text.ts';

/** The optional settings of hours as typed; '' means not set. */
export interface HoursOptions {
  /** 'next' if the end is on the next day. */
  endDay: string;
  name: string;
  weeks: readonly Nth[];
  /** Every n weeks, counted from a date. */
  everyWeeks: string;
  everyFrom: string;
  /** How many days before the date bookings open, and at what time. */
  openDays: string;
  openTime: string;
  /** The same for their close; or 'slot', with the minutes before each slot. */
  untilDays: string;
  untilTime: string;
  closesBefore: string;
  /** The same for the close of first visits. */
  firstDays: string;
  firstTime: string;
  /** The slots that a visit takes, by its kind; and by patient class: `Procedure: 3`, joined by commas. */
  firstSlots: string;
  againSlots: string;
  classSlots: string;
  /** 'open' if the end is not announced. */
  openEnd: string;
  /** How to request an appointment; '' if the hours can be booked. */
  onRequest: string;
  /** Classes of patients, joined by commas. */
  onlyFor: string;
  first: string;
  again: string;
  total: string;
  sameDay: string;
  departmentId: string;
  /** Further departments that offer the times. */
  alsoIn: readonly string[];
  branchId: string;
  room: string;
}
export type OptionField = keyof HoursOptions;

export const noOptions: HoursOptions = {
  ...{ endDay: '', name: '', weeks: [], everyWeeks: '', everyFrom: '', openDays: '', openTime: '' },
  ...{ untilDays: '', untilTime: '', closesBefore: '', firstDays: '', firstTime: '' },
  ...{ firstSlots: '', againSlots: '', classSlots: '', openEnd: '', onRequest: '', onlyFor: '' },
  ...{ first: '', again: '', total: '', sameDay: '', departmentId: '', alsoIn: [], branchId: '', room: '' },
};

const longest = 40;
const maxInList = 10_000;
const maxMinutes = 1440;
/** Bookings close some minutes before each slot. */
export const beforeSlot = 'slot';

const inputText = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** Undefined if no option is set. */
export function optionsOf(interval: Interval): HoursOptions | undefined {
  const isStated = ['endsNextDay', ...Object.keys(patternFields), ...Object.keys(sessionFields)].some(
    (field) => field in interval,
  );
  if (!isStated) return undefined;
  const {
    name = '',
    weeks = [],
    every,
    bookFrom,
    bookUntil,
    firstUntil,
    closesBefore,
    openEnd,
    onRequest = '',
    onlyFor = [],
  } = interval;
  const { quota = {}, slotsPerVisit, departmentId = '', alsoIn = [], branchId, room = '' } = interval;
  return {
    ...{
      endDay: interval.endsNextDay ? 'next' : '',
      name,
      weeks,
      everyWeeks: inputText(every?.weeks),
      everyFrom: every?.from ?? '',
    },
    ...{ openDays: inputText(bookFrom?.daysBefore), openTime: bookFrom?.time ?? '' },
    ...{ untilDays: closesBefore ? beforeSlot : inputText(bookUntil?.daysBefore), untilTime: bookUntil?.time ?? '' },
    ...{ firstDays: inputText(firstUntil?.daysBefore), firstTime: firstUntil?.time ?? '' },
    ...{ firstSlots: inputText(slotsPerVisit?.first), againSlots: inputText(slotsPerVisit?.again) },
    classSlots: (slotsPerVisit?.classes ?? []).map(({ patientClass, slots }) => `${patientClass}: ${slots}`).join(', '),
    ...{
      closesBefore: inputText(closesBefore),
      openEnd: openEnd ? 'open' : '',
      onRequest,
      onlyFor: onlyFor.join(', '),
    },
    ...{
      first: inputText(quota.first),
      again: inputText(quota.again),
      total: inputText(quota.total),
      sameDay: inputText(quota.sameDay),
    },
    ...{ departmentId, alsoIn, branchId: inputText(branchId), room },
  };
}

const partsIn = (input: string): string[] => {
  const parts = input.split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
};
const classesIn = (input: string): string[] => partsIn(input).sort();

/** `Procedure: 3`, `Minor procedure 2`. */
function classSlotsIn(input: string) {
  return partsIn(input).map((part) => {
    const words = part.split(/[\s:=]/).filter((word) => word !== '');
    const slots = words.pop() ?? '';
    return /^\d+$/.test(slots)
      ? { patientClass: words.join(' '), slots: Number(slots) }
      : { patientClass: '', slots: 0 };
  });
}

function lengthsIn({ firstSlots, againSlots, classSlots }: HoursOptions) {
  const classes = classSlotsIn(classSlots);
  const slotsPerVisit = {
    ...(firstSlots !== '' && { first: Number(firstSlots) }),
    ...(againSlots !== '' && { again: Number(againSlots) }),
    ...(classes.length > 0 && { classes }),
  };
  return Object.keys(slotsPerVisit).length > 0 ? { slotsPerVisit } : {};
}

type Settings = Pick<Interval, 'endsNextDay' | keyof typeof patternFields | keyof typeof sessionFields>;

/** The fields of an interval, without unset ones. */
export function settingsOf(more: HoursOptions): Settings {
  const { weeks, everyWeeks, everyFrom, openDays, openTime, untilDays, untilTime, closesBefore } = more;
  const { openEnd, departmentId, alsoIn, branchId, firstDays, firstTime } = more;
  const [name, room, onRequest] = [more.name.trim(), more.room.trim(), more.onRequest.trim()];
  const onlyFor = classesIn(more.onlyFor);
  const quota = Object.fromEntries(
    (['first', 'again', 'total', 'sameDay'] as const).flatMap((list) =>
      more[list] === '' ? [] : [[list, Number(more[list])]],
    ),
  );
  return {
    ...(more.endDay !== '' && { endsNextDay: true as const }),
    ...(name !== '' && { name }),
    ...(weeks.length > 0 && { weeks: [...weeks] }),
    ...(everyWeeks !== '' && { every: { weeks: Number(everyWeeks), from: everyFrom } }),
    ...(openDays !== '' && { bookFrom: { daysBefore: Number(openDays), time: openTime } }),
    ...(untilDays === beforeSlot && { closesBefore: Number(closesBefore) }),
    ...(untilDays !== '' &&
      untilDays !== beforeSlot && { bookUntil: { daysBefore: Number(untilDays), time: untilTime } }),
    ...(firstDays !== '' && { firstUntil: { daysBefore: Number(firstDays), time: firstTime } }),
    ...lengthsIn(more),
    ...(openEnd !== '' && { openEnd: true as const }),
    ...(onRequest !== '' && { onRequest }),
    ...(onlyFor.length > 0 && { onlyFor }),
    ...(Object.keys(quota).length > 0 && { quota }),
    ...(departmentId !== '' && { departmentId }),
    ...(alsoIn.length > 0 && { alsoIn: [...alsoIn].sort() }),
    ...(branchId !== '' && { branchId: Number(branchId) }),
    ...(room !== '' && { room }),
  };
}

const isNumber = (value: string, most: number): boolean => /^\d+$/.test(value) && Number(value) <= most;
const isLength = (slots: string): boolean => slots === '' || (isNumber(slots, maxSlotsOfVisit) && Number(slots) > 0);
const isCeiling = (value: string): boolean => value === '' || isNumber(value, maxInList);

/** The first error in the typed options. `places`: the session's capacity; undefined while its hours are incomplete. */
export function faultOfOptions(
  more: HoursOptions,
  places?: number,
): { field: OptionField; message: string } | undefined {
  for (const field of ['name', 'room', 'onRequest'] as const) {
    const message = tooLong(more[field].trim(), field === 'onRequest' ? maxOnRequestLength : longest);
    if (message) return { field, message };
  }
  if (more.everyWeeks !== '' && more.everyFrom === '') return { field: 'everyFrom', message: text.fromMissing };
  const classFault = classesIn(more.onlyFor).flatMap((name) => tooLong(name, longest) ?? [])[0];
  if (classFault) return { field: 'onlyFor', message: classFault };
  if (classesIn(more.onlyFor).length > maxNames) return { field: 'onlyFor', message: text.maxClasses(maxNames) };
  const { openDays, openTime, untilDays, untilTime, closesBefore } = more;
  if (openDays !== '' && openTime === '') return { field: 'openTime', message: text.timeMissing };
  if (untilDays === beforeSlot) {
    if (Number(closesBefore) < 1 || !isNumber(closesBefore, maxMinutes)) {
      return { field: 'closesBefore', message: text.durationRange };
    }
  } else if (untilDays !== '' && untilTime === '') return { field: 'untilTime', message: text.timeMissing };
  if (more.firstDays !== '' && more.firstTime === '') return { field: 'firstTime', message: text.timeMissing };
  const length = faultOfLengths(more);
  if (length) return length;
  const field = (['first', 'again', 'total', 'sameDay'] as const).find((list) => !isCeiling(more[list]));
  if (field) return { field, message: text.ceilingRange };
  if (places !== undefined && Number(more.sameDay) > places) return { field: 'sameDay', message: text.maxKept(places) };
  return undefined;
}

function faultOfLengths(more: HoursOptions): { field: OptionField; message: string } | undefined {
  const field = (['firstSlots', 'againSlots'] as const).find((kind) => !isLength(more[kind]));
  if (field) return { field, message: text.lengthRange(maxSlotsOfVisit) };
  const classes = classSlotsIn(more.classSlots);
  const isWrong = classes.some(({ patientClass, slots }) => patientClass === '' || !isLength(String(slots)));
  if (isWrong) return { field: 'classSlots', message: text.classSlotsForm };
  if (classes.length > maxNames) return { field: 'classSlots', message: text.maxClasses(maxNames) };
  const long = classes.flatMap(({ patientClass }) => tooLong(patientClass, longest) ?? [])[0];
  return long === undefined ? undefined : { field: 'classSlots', message: long };
}
