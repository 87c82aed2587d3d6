import { amountSchema } from '../fields/money.ts';
import { addDays } from './clinic-time.ts';
import {
  classesOfRules,
  type FeeQuestion,
  type FeeRules,
  feeOf,
  feeRulesSchema,
  newFeeRulesSchema,
  noEarlierFees,
} from './fees.ts';

const rupees = (amount: number): number => amount * 100;
const oneFee = rupees(600);
const ask = (date: string, more: Partial<FeeQuestion> = {}): FeeQuestion => ({
  ...{ date, type: 'Direct Consultation', session: undefined, isHospitalDay: false, age: null },
  ...{ before: noEarlierFees },
  ...more,
});
const feeRules = (...rules: FeeRules['rules']): FeeRules => feeRulesSchema.parse({ rules });
const within = (withinDays: number, amount: number, more: object = {}): FeeRules['rules'][number] => ({
  ...{ name: `Within ${withinDays} days`, paise: rupees(amount), when: { withinDays, ...more } },
});

/** The fees of consecutive visits, each paid at once. */
function charged(rules: FeeRules, dates: readonly string[], type: FeeQuestion['type'] = 'Direct Consultation') {
  const visits: FeeQuestion['before']['visits'][number][] = [];
  return dates.map((date) => {
    const { paise } = feeOf(rules, oneFee, ask(date, { type, before: { ...noEarlierFees, visits } }));
    visits.push({ date, type, isFree: paise === 0, isPaid: paise !== 0 });
    return (paise ?? 0) / 100;
  });
}

/** Hospitals publish: 600; 0 within 5 days; 300 from the 6th to the 10th; 600 later, from the last paid visit. */
const followUps = feeRules(within(5, 0), within(10, 300));

test('600; nothing within 5 days; 300 from the 6th to the 10th day; 600 later', () => {
  const dates = ['2026-12-01', '2026-12-05', '2026-12-09', '2026-12-25'];
  expect(charged(followUps, dates)).toEqual([600, 0, 300, 600]);
});

test('the first day counts, and days are counted from the last paid visit', () => {
  expect(charged(followUps, ['2026-12-01', '2026-12-06'])).toEqual([600, 300]);
  expect(charged(followUps, ['2026-12-01', '2026-12-10'])).toEqual([600, 300]);
  expect(charged(followUps, ['2026-12-01', '2026-12-11'])).toEqual([600, 600]);
  // The 300 is a paid visit, from which the days are counted anew.
  expect(charged(followUps, ['2026-12-01', '2026-12-08', '2026-12-10'])).toEqual([600, 300, 0]);
});

test('a free visit is used up, also one that is booked for a later day', () => {
  expect(charged(followUps, ['2026-12-01', '2026-12-02', '2026-12-03'])).toEqual([600, 0, 300]);
  expect(charged(followUps, ['2026-12-01', '2026-12-05', '2026-12-03'])).toEqual([600, 0, 300]);
});

test('a visit that isn’t paid begins nothing', () => {
  const visits = [{ date: '2026-12-01', type: 'Direct Consultation', isFree: false, isPaid: false }] as const;
  const question = ask('2026-12-02', { before: { ...noEarlierFees, visits } });
  expect(feeOf(followUps, oneFee, question)).toEqual({ paise: oneFee, rule: null, registration: 0 });
});

test('of the same type where a type is named', () => {
  const tele = feeRules(within(8, 0, { type: 'Tele Consultation' }));
  const visits = [{ date: '2026-12-01', type: 'Direct Consultation', isFree: false, isPaid: true }] as const;
  const before = { ...noEarlierFees, visits };
  expect(feeOf(tele, oneFee, ask('2026-12-02', { type: 'Tele Consultation', before })).paise).toBe(oneFee);
  expect(charged(tele, ['2026-12-01', '2026-12-08'], 'Tele Consultation')).toEqual([600, 0]);
});

test('by session: 50, 200 and 400, and the one fee elsewhere', () => {
  const sessions = feeRules(
    ...[
      ['General', 50],
      ['Special', 200],
      ['Evening', 400],
    ].map(([session, amount]) => ({
      ...{ name: `${session}`, paise: rupees(Number(amount)), when: { session: `${session}` } },
    })),
  );
  const of = (session: string | undefined) => feeOf(sessions, oneFee, ask('2026-12-01', { session })).paise;
  expect(['General', 'Special', 'Evening', undefined].map(of)).toEqual([50, 200, 400, 600].map(rupees));
});

test('higher on Sundays and hospital days, children free, a first visit dearer: the first that fits', () => {
  const rules = feeRules(
    { name: 'Children', paise: 0, when: { age: { below: 12 } } },
    { name: 'Sundays and holidays', paise: rupees(900), when: { on: ['Sunday', 'hospitalDay'] } },
    { name: 'First visit', paise: rupees(800), when: { visit: 'first' } },
  );
  const [sunday, monday] = ['2026-12-06', '2026-12-07'];
  const first = { ...noEarlierFees, visit: 'first' } as const;
  expect(feeOf(rules, oneFee, ask(sunday, { age: 11 }))).toEqual({ paise: 0, rule: 'Children', registration: 0 });
  expect(feeOf(rules, oneFee, ask(sunday, { age: 12, before: first })).rule).toBe('Sundays and holidays');
  expect(feeOf(rules, oneFee, ask(monday, { isHospitalDay: true })).paise).toBe(rupees(900));
  expect(feeOf(rules, oneFee, ask(monday, { before: first })).paise).toBe(rupees(800));
  expect(feeOf(rules, oneFee, ask(monday)).rule).toBeNull();
  expect(feeOf(rules, null, ask(monday)).paise).toBeNull();
});

test('a registration comes on top, once in so many days', () => {
  const rules = feeRulesSchema.parse({ rules: [], registration: { paise: rupees(100), days: 365 } });
  const on = '2026-12-01';
  const registered = (...dates: string[]) => ask(on, { before: { ...noEarlierFees, registered: dates } });
  expect(feeOf(rules, oneFee, registered())).toEqual({ paise: rupees(700), rule: null, registration: rupees(100) });
  expect(feeOf(rules, oneFee, registered(addDays(on, -364))).registration).toBe(0);
  expect(feeOf(rules, oneFee, registered(addDays(on, -365))).registration).toBe(rupees(100));
  // It is already charged with a future visit.
  expect(feeOf(rules, oneFee, registered(addDays(on, 3))).registration).toBe(0);
  expect(feeOf(rules, null, registered()).paise).toBe(rupees(100));
});

test('a new rule is for somebody; one of an earlier event is still read', () => {
  const ageRules = (age: { from?: number; below?: number }) => ({ rules: [{ name: 'Age', paise: 0, when: { age } }] });
  expect(newFeeRulesSchema.safeParse(ageRules({ from: 100, below: 1 })).error?.issues).toMatchObject([
    { path: ['rules'], message: 'The upper age must be above the lower age.' },
  ]);
  expect(newFeeRulesSchema.safeParse(ageRules({ from: 60, below: 60 })).success).toBe(false);
  for (const age of [{ from: 60 }, { below: 12 }, { from: 12, below: 13 }]) {
    expect(newFeeRulesSchema.safeParse(ageRules(age)).success).toBe(true);
  }
  expect(feeRulesSchema.safeParse(ageRules({ from: 100, below: 1 })).success).toBe(true);
});

test('a free kind holds for the first visit in its days, or for every one', () => {
  const half = { name: 'Half', paise: rupees(300), when: { withinDays: 10 } };
  const free = (more: object) => [{ name: 'Free', paise: 0, when: { withinDays: 5, ...more } }, half];
  const visit = { type: 'Direct Consultation', isFree: false, isPaid: true } as const;
  const before = {
    ...noEarlierFees,
    visits: [
      { ...visit, date: '2026-11-27' },
      { ...visit, date: '2026-11-28', isFree: true, isPaid: false },
    ],
  };
  const question: FeeQuestion = {
    ...{ date: '2026-11-29', type: 'Direct Consultation', session: undefined, isHospitalDay: false, age: null, before },
  };
  expect(feeOf(feeRules(...free({})), rupees(600), question).paise).toBe(rupees(300));
  expect(feeOf(feeRules(...free({ everyVisit: true })), rupees(600), question).paise).toBe(0);
  expect(feeOf(feeRules(...free({ everyVisit: true })), rupees(600), { ...question, date: '2026-12-02' }).paise).toBe(
    rupees(300),
  );
});

test('a fee of a patient class is for whom the desk says is of it, and the classes are those of the rules', () => {
  const of = (patientClass: string, amount: number, more: object = {}) => ({
    ...{ name: patientClass, paise: rupees(amount), when: { patientClass, ...more } },
  });
  const rules = feeRules(of('CGHS', 100, { visit: 'first' }), of('CGHS', 50), of('International', 2_500));
  const feeFor = (patientClass: string | undefined) => feeOf(rules, oneFee, ask('2026-12-01', { patientClass })).rule;
  expect([feeFor('CGHS'), feeFor('International'), feeFor('Staff'), feeFor(undefined)]).toEqual([
    'CGHS',
    'International',
    null,
    null,
  ]);
  const first = ask('2026-12-01', { patientClass: 'CGHS', before: { ...noEarlierFees, visit: 'first' } });
  expect([feeOf(rules, oneFee, first).paise, feeOf(rules, oneFee, { ...first, before: noEarlierFees }).paise]).toEqual([
    rupees(100),
    rupees(50),
  ]);
  expect([classesOfRules(rules), classesOfRules(null)]).toEqual([['CGHS', 'International'], []]);
});

test('a fee and the registration have an upper limit together when they are set', () => {
  const of = (paise: number, registration: number) => ({
    rules: [{ name: 'Typed wrong', paise, when: {} }],
    registration: { paise: registration, days: 365 },
  });
  expect(newFeeRulesSchema.safeParse(of(999_999_999, 999_999_999)).success).toBe(false);
  expect(newFeeRulesSchema.safeParse(of(999_999_999, 0)).success).toBe(true);
  // Older rules, and a doctor's one fee plus the client's registration, are sums that any event can hold.
  const { paise } = feeOf(feeRulesSchema.parse(of(999_999_999, 999_999_999)), null, {
    ...{ date: '2026-11-29', type: 'Direct Consultation', session: undefined, isHospitalDay: false, age: null },
    before: noEarlierFees,
  });
  expect(amountSchema.safeParse(paise).success).toBe(true);
});
