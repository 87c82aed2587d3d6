import { appointmentTypes } from '@dayline/contracts/appointments';
import { type FeeRule, type FeeRules, feeDays } from '@dayline/contracts/clinic/fees';
import { amountTyped, paiseTyped } from '../../shared/appointments/payment/amount.ts';
import { appointmentText } from '../../shared/appointments/text.ts';
import { weekdayText } from '../../shared/format/time.ts';
import { listWords } from '../../ui/locale/words.ts';
import { feeRulesText as text } from './text.ts';

/** A fee rule as typed; '' sets no condition. */
export interface DraftRule {
  readonly key: number;
  readonly name: string;
  /** Rupees. */
  readonly amount: string;
  readonly visit: string;
  readonly patientClass: string;
  readonly session: string;
  readonly type: string;
  readonly withinDays: string;
  /** 'every': within these days every visit is free, not only the first. */
  readonly everyVisit: string;
  /** Days joined by a comma. */
  readonly on: string;
  readonly from: string;
  readonly below: string;
}
export interface RulesDraft {
  readonly rules: readonly DraftRule[];
  /** Rupees. */
  readonly registration: string;
  readonly days: string;
}

const fieldOf = (value: string | number | undefined): string => (value === undefined ? '' : String(value));
/** NaN, which every schema rejects, if the text isn't an amount. */
const paise = (input: string): number => paiseTyped(input) ?? Number.NaN;

let keys = 0;
export const newRule = (rule?: FeeRule): DraftRule => {
  keys += 1;
  const { visit, patientClass, session, type, withinDays, everyVisit, on, age } = rule?.when ?? {};
  return {
    ...{ key: keys, name: rule?.name ?? '', amount: rule ? amountTyped(rule.paise) : '' },
    ...{ visit: fieldOf(visit), session: fieldOf(session), type: fieldOf(type), withinDays: fieldOf(withinDays) },
    ...{ everyVisit: everyVisit ? 'every' : '', patientClass: fieldOf(patientClass) },
    ...{ on: on?.join() ?? '', from: fieldOf(age?.from), below: fieldOf(age?.below) },
  };
};

export const draftOf = (rules: FeeRules | null): RulesDraft => ({
  rules: rules?.rules.map(newRule) ?? [newRule()],
  registration: rules?.registration ? amountTyped(rules.registration.paise) : '',
  days: fieldOf(rules?.registration?.days),
});

/** The rules as typed, perhaps invalid; null if empty: then the client's rules apply. */
export function rulesOf({ rules, registration, days }: RulesDraft): FeeRules | null {
  if (rules.length === 0 && registration.trim() === '') return null;
  const fee = registration.trim() === '' ? {} : { registration: { paise: paise(registration), days: Number(days) } };
  return { rules: rules.map(ruleOf), ...fee };
}

function ruleOf({
  name,
  amount,
  visit,
  session,
  type,
  withinDays,
  everyVisit,
  on,
  from,
  below,
  ...of
}: DraftRule): FeeRule {
  const patientClass = of.patientClass.trim();
  const age = { ...(from !== '' && { from: Number(from) }), ...(below !== '' && { below: Number(below) }) };
  const when = {
    ...(visit !== '' && { visit }),
    ...(patientClass !== '' && { patientClass }),
    ...(session !== '' && { session }),
    ...(type !== '' && { type }),
    ...(withinDays !== '' && { withinDays: Number(withinDays) }),
    ...(withinDays !== '' && everyVisit !== '' && { everyVisit: true }),
    ...(on !== '' && { on: on.split(',') }),
    ...(Object.keys(age).length > 0 && { age }),
  };
  // Cast is safe: the schema checks it before it is sent.
  return { name: name.trim(), paise: paise(amount), when: when as FeeRule['when'] };
}

const dayText = (day: (typeof feeDays)[number]): string =>
  day === 'hospitalDay' ? text.hospitalDay : weekdayText(day);
const daysText = (days: string): string =>
  listWords(feeDays.filter((day) => days.split(',').includes(day)).map(dayText));

/** The choices; a combination of days saved elsewhere is kept as one choice. */
export function choicesOf(sessions: readonly string[], { session, on }: DraftRule) {
  const names = session === '' || sessions.includes(session) ? sessions : [...sessions, session];
  const days: readonly string[] = [...feeDays, 'Saturday,Sunday', 'Sunday,hospitalDay'];
  return {
    visit: (['first', 'again'] as const).map((value) => ({ value, label: text.visits[value] })),
    session: names.map((value) => ({ value, label: value })),
    everyVisit: [{ value: 'every', label: text.everyVisit }],
    type: appointmentTypes.map((value) => ({ value, label: appointmentText.type[value] })),
    on: (on === '' || days.includes(on) ? days : [...days, on]).map((value) => ({ value, label: daysText(value) })),
  };
}

/** 'again, within 8 days, Sunday'; '' for a rule that applies to everybody. */
export const caseWords = ({
  patientClass,
  visit,
  session,
  type,
  withinDays,
  everyVisit,
  on,
  age,
}: FeeRule['when']): string =>
  [
    patientClass,
    visit && text.visits[visit],
    session,
    type && appointmentText.type[type],
    withinDays && text.within(withinDays),
    everyVisit && text.everyVisit,
    on && daysText(on.join()),
    age?.from !== undefined && text.ageFrom(age.from),
    age?.below !== undefined && text.ageBelow(age.below),
  ]
    .filter(Boolean)
    .join(' · ') || text.everybody;
