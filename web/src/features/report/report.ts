import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { noBothFigures, plusBoth } from '@dayline/contracts/endpoints/audit/figures';
import type { BothFigures, Figures } from '@dayline/contracts/endpoints/audit/report';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { rupeesOf } from '@dayline/contracts/fields/money';
import { positionSchema } from '@dayline/contracts/ids';
import { endOfDay } from '../../shared/format/time.ts';
import { dateText } from '../../ui/locale/dates.ts';
import { countText, rupeeAmount } from '../../ui/locale/words.ts';

export type Report = ResponseOf<'getReport'>;
export type Line = Report['lines'][number];

/** The figures of each table. */
export const tables = {
  visits: ['visits', 'noShows', 'cancellations', 'movedAway', 'overbooked'],
  money: ['paid', 'payments', 'taken', 'refunded'],
} as const;
export type Table = keyof typeof tables;
export const figureNames = [...tables.visits, ...tables.money];
export type FigureName = (typeof figureNames)[number];
export const groupings = ['doctor', 'department'] as const;
export type Grouping = (typeof groupings)[number];

/** A line of the table: a doctor or a department. */
export interface Group extends BothFigures {
  readonly id: string;
  readonly name: string;
  readonly earlierName: string | null;
}

/** A chosen figure of a doctor or department; `all` is the total. */
export interface Cell {
  readonly id: string;
  readonly figure: FigureName;
}

/** The page's state as in its address. */
export interface ReportAddress {
  /** yyyy-mm */
  readonly month: string;
  /** The clinic day (yyyy-mm-dd) at whose end it was known; undefined if there is a position instead. */
  readonly knownOn: string | undefined;
  readonly position: string | undefined;
  /** The position of the later moment; undefined for today. */
  readonly comparedWith: string | undefined;
  readonly grouping: Grouping;
  readonly figure: FigureName;
  readonly cell: Cell | undefined;
}

const monthPattern = /^[12]\d{3}-(?:0[1-9]|1[0-2])$/;
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The month after (or before) another one. */
export function monthsLater(month: string, months: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

/** `October 2026`. */
export const monthText = (month: string): string =>
  dateText(Date.parse(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric' });

/** By default a month is requested as known at its end, or by yesterday. */
export function medianKnownOn(month: string, today: string): string {
  const [lastDay, yesterday] = [addDays(`${monthsLater(month, 1)}-01`, -1), addDays(today, -1)];
  return lastDay < yesterday ? lastDay : yesterday;
}

/** An address may be typed or truncated: invalid values count as missing. */
export function readReportAddress(params: URLSearchParams, today: string): ReportAddress {
  const choiceIn = <Value extends string>(name: string, values: readonly Value[], usual: Value): Value =>
    values.find((value) => value === params.get(name)) ?? usual;
  const positionIn = (name: string) => {
    const found = positionSchema.safeParse(params.get(name));
    return found.success ? found.data : undefined;
  };
  const parameter = params.get('month') ?? '';
  const month = monthPattern.test(parameter) ? parameter : addDays(today, -1).slice(0, 7);
  const position = positionIn('position');
  const knownText = params.get('known') ?? '';
  const [figure = '', id] = params.get('cell')?.split(':') ?? [];
  const chosenFigure = figureNames.find((name) => name === figure);
  return {
    month,
    position,
    knownOn: position === undefined ? (isDay(knownText) ? knownText : medianKnownOn(month, today)) : undefined,
    comparedWith: positionIn('with'),
    grouping: choiceIn('by', groupings, 'doctor'),
    figure: choiceIn('figure', figureNames, 'visits'),
    cell: chosenFigure !== undefined && id ? { id, figure: chosenFigure } : undefined,
  };
}

/** The calls' request, without the page of lines. */
export function requestOf({ month, knownOn, position, comparedWith }: ReportAddress, zone: string) {
  return {
    month,
    ...(knownOn !== undefined && { at: endOfDay(knownOn, zone) }),
    ...(position !== undefined && { position }),
    ...(comparedWith !== undefined && { with: comparedWith }),
  };
}

/** Which entries are listed: those that changed the chosen figure. */
export function linesRequestOf({ cell, grouping }: Pick<ReportAddress, 'cell' | 'grouping'>) {
  if (cell === undefined) return {};
  const { id } = cell;
  const filter = id === 'all' ? {} : grouping === 'doctor' ? { pocId: id } : { departmentId: id };
  return { figure: fieldOf(cell.figure), ...filter };
}

/** Without the leading zeros that make positions sortable. */
export const positionText = (position: string): string => position.replace(/^0+(?=\d)/, '');

const fieldOf = (figure: FigureName): keyof Figures => (figure === 'payments' ? 'paise' : figure);
export const isMoney = (figure: FigureName): boolean => tables.money.some((name) => name === figure && name !== 'paid');

/** A figure as a number: appointments, or paise. */
export const numberOf = (figures: Figures, figure: FigureName): number => figures[fieldOf(figure)];

/** A figure as it was known then and as it is known later. */
export interface Pair {
  readonly earlier: string;
  readonly later: string;
  /** `+1`, `−700`, or `±1` where a figure is equal but its parts changed; null if nothing changed. */
  readonly difference: string | null;
}

const minus = '−';
const withSign = (value: number, words: (size: number) => string): string =>
  `${value < 0 ? minus : '+'}${words(Math.abs(value))}`;
const amount = (paise: number): string => rupeeAmount(rupeesOf(paise));
/** `750` or `750.50`: the column shows that it is money. */
const shortAmount = (paise: number): string => amount(paise).replace('₹', '').replace(/\.00$/, '');

export function pairOf(figures: BothFigures, figure: FigureName): Pair {
  const [words, size] = isMoney(figure) ? [amount, shortAmount] : [countText, countText];
  const [earlier, later] = [numberOf(figures.earlier, figure), numberOf(figures.later, figure)];
  const movement = numberOf(figures.moved, figure);
  return { earlier: words(earlier), later: words(later), difference: differenceOf(later - earlier, movement, size) };
}

function differenceOf(difference: number, movement: number, size: (value: number) => string): string | null {
  if (movement === 0) return null;
  return difference === 0 ? `±${size(movement / 2)}` : withSign(difference, size);
}

export const differs = (figures: BothFigures): boolean => Object.values(figures.moved).some((count) => count > 0);

/** Groups with a difference first, then by name. */
export function groupsOf({ doctors, departments }: Report, grouping: Grouping): Group[] {
  const groups: Group[] =
    grouping === 'doctor'
      ? doctors.map((doctor) => ({ ...doctor, id: doctor.pocId }))
      : departments.map((department) => ({ ...department, id: department.departmentId }));
  return [...groups.filter(differs), ...groups.filter((group) => !differs(group))];
}

/** Number of the groups' figures that differ. */
export const differingFigures = (groups: readonly Group[]): number =>
  groups.flatMap((group) => figureNames.filter((figure) => pairOf(group, figure).difference !== null)).length;

/** `Visits +1`, `Payments −₹700.00`: what an entry changed. */
export function changeTexts({ change }: Line, words: Readonly<Record<FigureName, string>>): string[] {
  return figureNames.flatMap((figure) => {
    const number = numberOf(change, figure);
    return number === 0 ? [] : `${words[figure]} ${withSign(number, isMoney(figure) ? amount : countText)}`;
  });
}

/** The sum of several groups' figures. */
export const sumOf = (all: readonly BothFigures[]): BothFigures => all.reduce(plusBoth, noBothFigures);
