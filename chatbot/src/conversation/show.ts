import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { slotOf } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';
import { ids } from './choices.ts';
import { ask, type Conversation, isRefused } from './commands.ts';
import { buttons, limits, list, type Message, type Row, text } from './message.ts';
import type { ChatState, Person, Step } from './state.ts';
import { dayWords, placeWords, type Texts, texts, whenWords } from './texts.ts';

export interface Context {
  readonly state: ChatState;
  /** In ms. */
  readonly now: number;
}
export type Visit = ResponseOf<'listPartnerAppointments'>['appointments'][number];
type Slots = ResponseOf<'listPartnerSlots'>;
type Slot = Slots['slots'][number];
type StepOf<Name extends Step['step']> = Extract<Step, { step: Name }>;

export const languageOf = ({ state }: Context) => state.language ?? 'en';
export const textsOf = (context: Context): Texts => texts[languageOf(context)];
export const todayIn = ({ now }: Context, zone: string): string => clinicNow(now, zone).date;

/** The message of a step. */
export function* show(context: Context, step: Step): Conversation<Message> {
  switch (step.step) {
    case 'language':
    case 'menu':
      return yield* showMenu(context);
    case 'who':
      return showWho(context, step);
    case 'department':
      return yield* showDepartments(context, step);
    case 'doctor':
      return yield* showDoctors(context, step);
    case 'time':
      return yield* showTimes(context, step);
    case 'confirm':
      return yield* showMove(context, step);
    case 'visits':
      return yield* showVisits(context, step);
    default:
      return unreachable(step);
  }
}

export const nameOf = ({ state }: Context, patientId: string | null): string =>
  state.people.find((person) => person.patientId === patientId)?.firstName ?? '';

/** Offers the last doctor again. */
function* showMenu(context: Context): Conversation<Message> {
  const { state, now } = context;
  const t = textsOf(context);
  const name = nameOf(context, state.patientId);
  const from = addDays(new Date(now).toISOString().slice(0, 10), -365);
  const { visits } = state.patientId === null ? { visits: [] } : yield* visitsOf(context, [state.patientId], from);
  const last = visits.findLast(({ status }) => status !== 'Cancelled');
  if (!last) {
    const book = { id: ids.departments(), title: t.book };
    return buttons(t.hello(name), book, { id: ids.visits, title: t.visits }, { id: ids.desk, title: t.desk });
  }
  return buttons(
    t.again(name, last.pocName),
    { id: ids.doctor(last.pocId), title: t.yes },
    { id: ids.departments(), title: t.anotherDoctor },
    { id: ids.visits, title: t.visits },
  );
}

function showWho(context: Context, { asks }: StepOf<'who'>): Message {
  const t = textsOf(context);
  if (asks === 'phone') return { kind: 'contact', text: t.phone };
  if (asks === 'name') return text(t.name);
  if (asks === 'email') return text(t.email);
  const people = context.state.people.slice(0, limits.rows - 1);
  const rows = people.map(({ patientId, firstName }) => ({
    id: ids.person(patientId),
    title: firstName,
    description: '',
  }));
  return list(t.who, t.choose, [...rows, { id: ids.person(null), title: t.somebodyElse, description: '' }]);
}

/** Pages of a list: as many rows as fit, with one that shows the next. */
function paged(rows: readonly Row[], page: number, more: (page: number) => Row): readonly Row[] {
  if (rows.length <= limits.rows) return rows;
  const size = limits.rows - 1;
  const part = rows.slice(page * size, (page + 1) * size);
  return (page + 1) * size < rows.length ? [...part, more(page + 1)] : part;
}

export function* slotsOf(
  { state }: Context,
  filter: { pocId?: string; departmentId?: string; from?: string; to?: string },
): Conversation<Slots> {
  const slots = yield* ask('listPartnerSlots', filter, state.readAfter);
  return isRefused(slots) ? { zone: 'UTC', from: '', to: '', slots: [] } : slots;
}

/** Slots by a field, in the order of their first. */
const grouped = (slots: readonly Slot[], field: 'departmentId' | 'pocId' | 'date'): (readonly [Slot, ...Slot[]])[] => [
  ...slots
    .reduce((groups, slot) => {
      const key = slot[field];
      const [first, ...rest] = groups.get(key) ?? [];
      return groups.set(key, first ? [first, ...rest, slot] : [slot]);
    }, new Map<string, [Slot, ...Slot[]]>())
    .values(),
];

function* showDepartments(context: Context, { page }: StepOf<'department'>): Conversation<Message> {
  const t = textsOf(context);
  const { slots } = yield* slotsOf(context, {});
  const departments = grouped(slots, 'departmentId');
  if (departments.length === 0) return noTimes(t);
  const rows = departments.map(([{ departmentId, departmentName }, ...rest]) => ({
    id: ids.department(departmentId),
    title: departmentName,
    description: t.doctorsFree(rest.length + 1),
  }));
  rows.sort((one, other) => one.title.localeCompare(other.title));
  const more = (next: number) => ({ id: ids.departments(next), title: t.more, description: '' });
  return list(t.department, t.choose, paged(rows, page, more));
}

function* showDoctors(context: Context, { departmentId, page }: StepOf<'doctor'>): Conversation<Message> {
  const t = textsOf(context);
  const { slots } = yield* slotsOf(context, { departmentId });
  if (slots.length === 0) return noTimes(t);
  const rows = grouped(slots, 'pocId').map(([{ pocId, pocName }, ...rest]) => ({
    id: ids.doctor(pocId),
    title: pocName,
    description: t.doctorsFree(rest.length + 1),
  }));
  const more = (next: number) => ({ id: ids.department(departmentId, next), title: t.more, description: '' });
  return list(t.doctor, t.choose, paged(rows, page, more));
}

const noTimes = (t: Texts): Message =>
  buttons(
    t.noTimes,
    { id: ids.departments(), title: t.anotherDoctor },
    { id: ids.desk, title: t.desk },
    { id: ids.menu, title: t.menu },
  );

/** A list has room for eight times, with one row for later ones and one for other days. */
const timesShown = limits.rows - 2;

export function* showTimes(context: Context, step: StepOf<'time'>, note = ''): Conversation<Message> {
  const t = textsOf(context);
  const { pocId, from, days, moves } = step;
  const range = from === null ? {} : { from: from.date };
  const start = from?.date ?? new Date(context.now).toISOString().slice(0, 10);
  const { zone, slots } = yield* slotsOf(context, { pocId, ...range, to: addDays(start, 29) });
  const later = slots.filter(({ date, time }) => !from?.time || date > from.date || time > from.time);
  const [first] = later;
  if (!first) return from === null ? noTimes(t) : yield* showTimes(context, { ...step, from: null }, note);
  const today = todayIn(context, zone);
  if (days) {
    const dates = grouped(later, 'date');
    const rows = dates.slice(0, limits.rows - 1).map(([{ date }, ...rest]) => ({
      id: ids.day(pocId, date, moves),
      title: dayWords(languageOf(context), date, today),
      description: t.free(rest.length + 1),
    }));
    const [next] = dates[limits.rows - 1] ?? [];
    const more = next ? [{ id: ids.days(pocId, next.date, moves), title: t.more, description: '' }] : [];
    return list(`${note}${t.days(first.pocName)}`, t.choose, [...rows, ...more]);
  }
  const listed = later.slice(0, timesShown);
  const rows = listed.map((slot) => ({
    id: ids.time(pocId, slot, moves),
    title: whenWords(languageOf(context), slot, today),
    description: '',
  }));
  const last = listed.at(-1) ?? first;
  const more = [
    ...(later.length > listed.length
      ? [{ id: ids.after(pocId, last, moves), title: t.laterTimes, description: '' }]
      : []),
    { id: ids.days(pocId, first.date, moves), title: t.otherDays, description: '' },
  ];
  return list(`${note}${t.times(first.pocName)}`, t.choose, [...rows, ...more]);
}

/** Asks whether to move to the time, if it is still free; else offers the doctor's free ones. */
function* showMove(context: Context, { slotId, moves }: StepOf<'confirm'>): Conversation<Message> {
  const t = textsOf(context);
  const { pocId, date } = slotOf(slotId);
  const { zone, slots } = yield* slotsOf(context, { pocId, from: date, to: date });
  const slot = slots.find((free) => free.slotId === slotId);
  if (!slot) return yield* showTimes(context, timesOf(pocId, moves), `${t.taken}\n`);
  const when = whenWords(languageOf(context), slot, todayIn(context, zone));
  return buttons(
    t.checkMove(when, slot.pocName),
    { id: ids.confirm(null, slotId, moves), title: t.confirm },
    { id: ids.doctor(pocId, moves), title: t.anotherTime },
    { id: ids.menu, title: t.menu },
  );
}

export const timesOf = (pocId: string, moves: string | null): StepOf<'time'> => ({
  step: 'time',
  pocId,
  from: null,
  days: false,
  moves,
});

/** The visits of people, the earliest first. */
export function* visitsOf(
  { state }: Context,
  patientIds: readonly string[],
  from?: string,
): Conversation<{ readonly zone: string; readonly visits: readonly Visit[] }> {
  const found: Visit[] = [];
  let zone = 'UTC';
  for (const patientId of patientIds) {
    const request = { patientId, ...(from !== undefined && { from }) };
    const answer = yield* ask('listPartnerAppointments', request, state.readAfter);
    if (isRefused(answer)) continue;
    zone = answer.zone;
    found.push(...answer.appointments);
  }
  const at = ({ date, time }: Visit) => `${date} ${time}`;
  return { zone, visits: found.sort((one, other) => at(one).localeCompare(at(other))) };
}

/** The visits to come of everyone with the phone. */
export function* visitsToCome(context: Context) {
  const everyone = context.state.people.map(({ patientId }: Person) => patientId);
  const { zone, visits } = yield* visitsOf(context, everyone);
  return { zone, visits: visits.filter(({ status }) => status === 'Confirmed') };
}

export function* showVisits(context: Context, step: StepOf<'visits'>, note = ''): Conversation<Message> {
  const t = textsOf(context);
  const { zone, visits } = yield* visitsToCome(context);
  const when = (visit: Visit) => whenWords(languageOf(context), visit, todayIn(context, zone));
  const ownVisit = visits.find(({ appointmentId }) => appointmentId === step.appointmentId);
  const toMenu = { id: ids.menu, title: t.menu };
  if (ownVisit) {
    const { appointmentId, pocName, patientId, room } = ownVisit;
    if (step.cancels) {
      const yes = { id: ids.cancel(appointmentId), title: t.cancel };
      return buttons(t.askCancel(when(ownVisit), pocName), yes, { id: ids.visit(appointmentId), title: t.keep });
    }
    return buttons(
      t.visit(when(ownVisit), placeWords(pocName, room), nameOf(context, patientId)),
      { id: ids.move(appointmentId), title: t.move },
      { id: ids.askCancel(appointmentId), title: t.cancel },
      toMenu,
    );
  }
  const book = { id: ids.departments(), title: t.book };
  if (visits.length === 0) return buttons(`${note}${t.noVisits}`, book, toMenu);
  const rows = visits.slice(0, limits.rows).map((visit) => ({
    id: ids.visit(visit.appointmentId),
    title: when(visit),
    description: t.visitOf(visit.pocName, nameOf(context, visit.patientId)),
  }));
  return list(`${note}${t.yourVisits}`, t.choose, rows);
}
