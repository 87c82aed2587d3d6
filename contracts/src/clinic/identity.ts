import { z } from 'zod';
import { addDays, daysBetween } from './clinic-time.ts';

export const sexes = ['female', 'male', 'other'] as const;
export const sexSchema = z.enum(sexes);
export type Sex = z.infer<typeof sexSchema>;

export const guardianRelations = ['father', 'mother', 'husband', 'wife', 'son', 'daughter', 'other'] as const;
export const guardianRelationSchema = z.enum(guardianRelations);
export type GuardianRelation = z.infer<typeof guardianRelationSchema>;

export const ageUnits = ['years', 'months', 'days'] as const;
export const ageSchema = z.object({ count: z.int().min(0).max(150), unit: z.enum(ageUnits) });
export type Age = z.infer<typeof ageSchema>;

/** Details that distinguish people of the same name, as recorded. */
export interface Identity {
  /** The hospital number. */
  readonly uhid: string | null;
  /** One of `sexes`. */
  readonly sex: string | null;
  /** `2019-02-28`. */
  readonly bornOn: string | null;
  /** The age of a patient without a known birth date (`ageTextOf`). */
  readonly ageText: string | null;
}

/** A patient's details, as recorded; null if missing, and all of them once erased. */
export interface PatientDetails extends Identity {
  readonly name: string | null;
  /** Country code plus number, digits only. */
  readonly phone: string | null;
  readonly email: string | null;
  readonly location: string | null;
  /** One of `guardianRelations`. */
  readonly guardianRelation: string | null;
  readonly guardianName: string | null;
  /** A note on the number, such as 'son'. */
  readonly phoneNote: string | null;
}

export const noIdentity: Identity = { uhid: null, sex: null, bornOn: null, ageText: null };
export const noDetails: PatientDetails = {
  ...{ name: null, phone: null, email: null, location: null },
  ...noIdentity,
  ...{ guardianRelation: null, guardianName: null, phoneNote: null },
};

/** An identity as shown beside a name ("45 F · 240017"), with today's age. */
export const shownIdentitySchema = z.object({
  uhid: z.string().nullable(),
  sex: sexSchema.nullable(),
  age: ageSchema.nullable(),
});
export type ShownIdentity = z.infer<typeof shownIdentitySchema>;

const letterOf = { years: 'y', months: 'm', days: 'd' } as const;
const agePattern = /^(\d{1,3}) ([ymd]) on (\d{4}-\d\d-\d\d)$/;

/** An age without a birth date, as recorded: '29 y on 2026-11-25'. */
export const ageTextOf = ({ count, unit }: Age, date: string): string => `${count} ${letterOf[unit]} on ${date}`;

function readAge(text: string): { age: Age; on: string } | null {
  const [, count, letter, dateText] = agePattern.exec(text) ?? [];
  const unit = ageUnits.find((ageUnit) => letterOf[ageUnit] === letter);
  return count === undefined || dateText === undefined || !unit
    ? null
    : { age: { count: Number(count), unit }, on: dateText };
}

/** The age on a date; null if unknown. In days for babies, in months below two years. */
export function ageOn(date: string, { bornOn, ageText }: Pick<Identity, 'bornOn' | 'ageText'>): Age | null {
  const age = ageText === null ? null : readAge(ageText);
  const birthDate = bornOn ?? (age && birthDateAt(age.on, age.age));
  if (birthDate === null || birthDate > date) return null;
  const months = monthsBetween(birthDate, date);
  if (months >= 24 || (bornOn === null && age?.age.unit === 'years')) {
    return { count: Math.floor(months / 12), unit: 'years' };
  }
  return months >= 2 ? { count: months, unit: 'months' } : { count: daysBetween(birthDate, date), unit: 'days' };
}

/** The age on a date in whole years; null if unknown. */
export function yearsOn(date: string, identity: Pick<Identity, 'bornOn' | 'ageText'>): number | null {
  const age = ageOn(date, identity);
  if (age === null) return null;
  if (age.unit === 'years') return age.count;
  return age.unit === 'months' ? Math.floor(age.count / 12) : 0;
}

/** Whether two recorded ages are equal on the date of the second. */
export function isSameAge(before: string | null, now: string | null): boolean {
  const date = now === null ? undefined : readAge(now)?.on;
  if (date === undefined) return before === now;
  const [ageBefore, ageNow] = [before, now].map((ageText) => ageOn(date, { bornOn: null, ageText }));
  return ageBefore?.count === ageNow?.count && ageBefore?.unit === ageNow?.unit;
}

function birthDateAt(date: string, { count, unit }: Age): string {
  if (unit === 'days') return addDays(date, -count);
  const months = monthOf(date) - (unit === 'years' ? 12 * count : count);
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return [String(year).padStart(4, '0'), two(month), two(Math.min(Number(date.slice(8)), lastDay))].join('-');
}

const two = (number: number): string => String(number).padStart(2, '0');
const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
const monthsBetween = (from: string, to: string): number =>
  monthOf(to) - monthOf(from) - (to.slice(8) < from.slice(8) ? 1 : 0);

/** A patient's identity on a date, shown beside the name; absent if nothing is known besides the name. */
export function shownIdentity(identity: Identity | null, date: string): { readonly identity?: ShownIdentity } {
  if (!identity) return {};
  const { uhid } = identity;
  const sex = sexSchema.safeParse(identity.sex).data ?? null;
  const age = ageOn(date, identity);
  return uhid === null && sex === null && age === null ? {} : { identity: { uhid, sex, age } };
}
