import { z } from 'zod';
import {
  type AppointmentStatus,
  type AppointmentType,
  appointmentTypeSchema,
  type Paid,
  type PaymentStatus,
} from '../appointments.ts';
import { fieldMessage } from '../fields/field-errors.ts';
import { feeSchema, highestFee } from '../fields/money.ts';
import { requiredLine } from '../fields/text.ts';
import { heldOf } from '../fields/visit-money.ts';
import { daysBetween } from './clinic-time.ts';
import { weekdayOf, weekdays } from './schedule.ts';
import { patientClassSchema, type VisitKind, visitKindSchema } from './sessions.ts';

/** A weekday, or a day in the hospital's calendar. */
export const feeDays = [...weekdays, 'hospitalDay'] as const;
const days = (most: number) =>
  z
    .int(fieldMessage(`must be a number from 1 to ${most}`))
    .min(1)
    .max(most);
const years = z.int(fieldMessage('must be a number from 0 to 150')).min(0).max(150);

/** The visits that a fee rule applies to: those that meet all of its conditions. */
export const feeCaseSchema = z.strictObject({
  visit: visitKindSchema.exactOptional(),
  /** As the desk chooses it when the visit is booked. */
  patientClass: patientClassSchema.exactOptional(),
  /** The session's name. */
  session: requiredLine(40, 'Please enter a session.').exactOptional(),
  type: appointmentTypeSchema.exactOptional(),
  /**
   * Counted from the last paid visit with the doctor, including its day; only visits of `type` if that is named. A free
   * visit since then has used up the free one.
   */
  withinDays: days(366).exactOptional(),
  /** In a free rule with `withinDays`: every visit in these days is free, not only the first. */
  everyVisit: z.literal(true).exactOptional(),
  on: z.array(z.enum(feeDays)).min(1, 'Please choose at least one day.').max(8).exactOptional(),
  /** In years: `from` included, `below` not. */
  age: z
    .strictObject({ from: years.exactOptional(), below: years.meta({ examples: [18] }).exactOptional() })
    .exactOptional(),
});
export const feeRuleSchema = z.strictObject({
  name: requiredLine(60, 'Please enter a name.'),
  paise: feeSchema,
  when: feeCaseSchema,
});
export const maxFeeRules = 20;
/**
 * The fee rules of a doctor or a client. The first rule that matches applies; without a match, the doctor's one fee.
 */
export const feeRulesSchema = z.strictObject({
  rules: z.array(feeRuleSchema).max(maxFeeRules),
  /** Charged in addition, once in this number of days, including the first day. */
  registration: z.strictObject({ paise: feeSchema, days: days(3_660) }).exactOptional(),
});
/** The rules as they are set; rules of earlier events may match nobody. */
export const newFeeRulesSchema = feeRulesSchema
  .refine(({ rules }) => rules.every(({ when: { age } }) => (age?.from ?? 0) < (age?.below ?? Infinity)), {
    path: ['rules'],
    error: 'The upper age must be above the lower age.',
  })
  .refine(({ rules, registration }) => rules.every(({ paise }) => paise + (registration?.paise ?? 0) <= highestFee), {
    path: ['registration'],
    error: 'A fee and the registration must be below ₹1,00,00,000 together.',
  });
/** The revision of the event that last set them, and who did. */
export interface FeeRulesChange {
  readonly revision: number;
  readonly by: string;
}
/** The revision before the first event. */
export const noFeeRulesYet = -1;

export type FeeRule = z.infer<typeof feeRuleSchema>;
export type FeeRules = z.infer<typeof feeRulesSchema>;

/** The fee of a past or future visit with the doctor. */
export interface ChargedVisit {
  readonly date: string;
  /** Null if it isn't known. */
  readonly type: AppointmentType | null;
  readonly isFree: boolean;
  readonly isPaid: boolean;
}

/** The facts about a patient's other visits that the next fee depends on. */
export interface EarlierFees {
  readonly visits: readonly ChargedVisit[];
  /** The dates of visits with any doctor in which the registration fee was charged. */
  readonly registered: readonly string[];
  /** Null if unknown. */
  readonly visit: VisitKind | null;
}
export const noEarlierFees: EarlierFees = { visits: [], registered: [], visit: null };

/** The visit whose fee is computed. */
export interface FeeQuestion {
  readonly date: string;
  readonly type: AppointmentType;
  readonly session: string | undefined;
  /** Absent: none was chosen. */
  readonly patientClass?: string | undefined;
  readonly isHospitalDay: boolean;
  /** In whole years; null if unknown. */
  readonly age: number | null;
  readonly before: EarlierFees;
}

export interface Fee {
  /** Includes the registration; null if there is no fee. */
  readonly paise: number | null;
  /** The rule's name; null for the doctor's one fee. */
  readonly rule: string | null;
  /** The registration fee, included in the amount, in paise. */
  readonly registration: number;
}

/** The facts that decide a booking's fee, besides its day. */
export interface Pricing {
  readonly rules: FeeRules;
  readonly before: EarlierFees;
  /** In whole years, on the day of the visit; null if unknown. */
  readonly age: number | null;
}

/** The fee of a booking. */
export interface Price {
  /** Paise; null if no fee is set. */
  readonly amount: number | null;
  /** The fee rule that applies, and why the desk took another amount; undefined if there are no rules. */
  readonly fee: (Fee & { readonly reason: string | null }) | undefined;
}

/**
 * The fee of a visit.
 * @param oneFee the doctor's, in paise; null if none is set
 */
export function feeOf(feeRules: FeeRules | null, oneFee: number | null, question: FeeQuestion): Fee {
  const rule = feeRules?.rules.find((rule) => fits(rule, question));
  const base = rule ? rule.paise : oneFee;
  const registration = registrationOf(feeRules, question);
  const paise = base === null && registration === 0 ? null : (base ?? 0) + registration;
  return { paise, rule: rule?.name ?? null, registration };
}

function fits({ when, paise }: FeeRule, question: FeeQuestion): boolean {
  const { visit, patientClass, session, type, withinDays, everyVisit, on, age } = when;
  if (visit !== undefined && visit !== question.before.visit) return false;
  if (patientClass !== undefined && patientClass !== question.patientClass) return false;
  if (session !== undefined && session !== question.session) return false;
  if (type !== undefined && type !== question.type) return false;
  if (on && !on.some((day) => isOn(day, question))) return false;
  if (age && !isOfAge(age, question.age)) return false;
  return withinDays === undefined || isWithin({ withinDays, type, isUsedUp: paise === 0 && !everyVisit }, question);
}

const isOn = (day: (typeof feeDays)[number], { date, isHospitalDay }: FeeQuestion): boolean =>
  day === 'hospitalDay' ? isHospitalDay : weekdayOf(date) === day;

const isOfAge = ({ from = 0, below = Infinity }: NonNullable<FeeRule['when']['age']>, age: number | null): boolean =>
  age !== null && age >= from && age < below;

function isWithin(
  rule: { readonly withinDays: number; readonly type: AppointmentType | undefined; readonly isUsedUp: boolean },
  { date, before }: FeeQuestion,
): boolean {
  const visits = before.visits.filter(({ type }) => rule.type === undefined || type === rule.type);
  const paidDates = visits.filter((visit) => visit.isPaid && visit.date <= date).map((visit) => visit.date);
  const last = paidDates.sort().at(-1);
  if (last === undefined || daysBetween(last, date) >= rule.withinDays) return false;
  return !rule.isUsedUp || !visits.some((visit) => visit.isFree && visit.date >= last);
}

function registrationOf(feeRules: FeeRules | null, { date, before }: FeeQuestion): number {
  if (!feeRules?.registration) return 0;
  const { paise, days: valid } = feeRules.registration;
  const isValid = before.registered.some((visitDate) => Math.abs(daysBetween(visitDate, date)) < valid);
  return isValid ? 0 : paise;
}

/** The classes of patients that fee rules name, by name. */
export const classesOfRules = (feeRules: FeeRules | null): string[] =>
  [...new Set(feeRules?.rules.flatMap(({ when }) => when.patientClass ?? []))].sort();

/** The doctor's own fee rules, or the client's. */
export const feeRulesOf = (
  doctor: { readonly feeRules: FeeRules | null } | null | undefined,
  client: { readonly feeRules: FeeRules | null } | null | undefined,
): FeeRules | null => doctor?.feeRules ?? client?.feeRules ?? null;

/** A patient's appointment, as in the views. */
interface VisitRow {
  readonly key: string;
  readonly pocId: string;
  readonly date: string;
  readonly type: AppointmentType;
  readonly status: AppointmentStatus;
  readonly payment: PaymentStatus | null;
  readonly due: number | null;
  readonly payments: readonly Paid[];
  readonly fee?: Pick<Fee, 'registration'>;
}
/** A past visit that was imported. */
interface PastVisitRow {
  readonly pocId: string;
  readonly date: string;
  readonly outcome: string;
  readonly paid: boolean | null;
}

/** The facts about a patient's visits with all doctors that the next fee with `pocId` depends on. */
export function feesBeforeOf(
  pocId: string,
  visits: readonly VisitRow[],
  past: readonly PastVisitRow[],
  /** The visit itself, if it exists already. */
  itself?: string,
): Omit<EarlierFees, 'visit'> {
  const keptVisits = visits.filter(
    ({ key, status }) => key !== itself && (status === 'Confirmed' || status === 'Availed'),
  );
  const own = keptVisits.filter((row) => row.pocId === pocId);
  const took = past.filter((row) => row.pocId === pocId && row.outcome === 'Availed');
  return {
    visits: [
      ...own.map(({ date, type, payment, due, payments }): ChargedVisit => {
        const isFree = (payment === 'Paid' ? heldOf(payments) : due) === 0;
        return { date, type, isFree, isPaid: payment === 'Paid' && !isFree };
      }),
      ...took.map(({ date, paid }): ChargedVisit => ({ date, type: null, isFree: false, isPaid: paid === true })),
    ],
    registered: keptVisits.flatMap(({ date, fee }) => (fee && fee.registration > 0 ? [date] : [])),
  };
}
