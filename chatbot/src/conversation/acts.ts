import { slotOf } from '@dayline/contracts/ids';
import { ids } from './choices.ts';
import { ask, type Conversation, isRefused, type Refused, type Reply } from './commands.ts';
import { isOfTime } from './confirm.ts';
import { buttons, type Message } from './message.ts';
import { type Context, languageOf, showTimes, showVisits, textsOf, timesOf, todayIn, visitsToCome } from './show.ts';
import type { ChatState, Step } from './state.ts';
import { feeWords, placeWords, whenWords } from './texts.ts';

const toMenu = (context: Context) => ({ id: ids.menu, title: textsOf(context).menu });
const after = (state: ChatState, at: Step, position: string | null): ChatState => ({
  ...state,
  misunderstood: 0,
  at,
  readAfter: position ?? state.readAfter,
});
const menu: Step = { step: 'menu' };
const visits = { step: 'visits', appointmentId: null, cancels: false } as const satisfies Step;

/** Books the time for one of the people with the phone. */
export function* book(
  context: Context,
  { patientId, slotId }: { readonly patientId: string | null; readonly slotId: string },
): Conversation<Reply> {
  const { state } = context;
  const person = state.people.find((candidate) => candidate.patientId === patientId);
  if (!person) return { state: after(state, visits, null), message: yield* showVisits(context, visits) };
  const holdId = state.hold?.slotId === slotId ? state.hold.appointmentId : null;
  const request = { patientId: person.patientId, slotId, ...(holdId !== null && { holdId }) };
  const booked = yield* ask('bookPartnerAppointment', request);
  if (isRefused(booked)) return yield* refused({ ...context, state: { ...state, hold: null } }, booked, slotId, null);
  const { when, place, fee } = yield* placeOf(context, booked.appointmentId, booked.position);
  const t = textsOf(context);
  return {
    state: { ...after(state, menu, booked.position), hold: null },
    message: buttons(
      t.booked(when, place, fee),
      { id: ids.visits, title: t.visits },
      { id: ids.who, title: t.forAnother },
      toMenu(context),
    ),
  };
}

/** Moves a visit of one of the people with the phone. */
export function* move(
  context: Context,
  { moves, slotId }: { readonly moves: string; readonly slotId: string },
): Conversation<Reply> {
  const { state } = context;
  if (!(yield* isOurs(context, moves))) return yield* unknown(context);
  const moved = yield* ask('movePartnerAppointment', { appointmentId: moves, slotId });
  if (isRefused(moved)) return yield* refused(context, moved, slotId, moves);
  const { when, place } = yield* placeOf(context, moved.appointmentId, moved.position);
  const t = textsOf(context);
  const message = buttons(t.moved(when, place), { id: ids.visits, title: t.visits }, toMenu(context));
  return { state: after(state, menu, moved.position), message };
}

export function* cancel(context: Context, appointmentId: string): Conversation<Reply> {
  const { state } = context;
  if (!(yield* isOurs(context, appointmentId))) return yield* unknown(context);
  const cancelled = yield* ask('cancelPartnerAppointment', { appointmentId });
  if (isRefused(cancelled)) return yield* refused(context, cancelled, null, null);
  const t = textsOf(context);
  const message = buttons(t.cancelled, { id: ids.departments(), title: t.book }, toMenu(context));
  return { state: after(state, menu, cancelled.position), message };
}

/** Whether a visit is of somebody with the phone: an id in a message proves nothing. */
function* isOurs(context: Context, appointmentId: string): Conversation<boolean> {
  const { visits } = yield* visitsToCome(context);
  return visits.some((visit) => visit.appointmentId === appointmentId);
}

function* unknown(context: Context): Conversation<Reply> {
  return { state: after(context.state, visits, null), message: yield* showVisits(context, visits) };
}

function* placeOf(context: Context, appointmentId: string, position: string | null) {
  const { zone, visits } = yield* visitsToCome({
    ...context,
    state: { ...context.state, readAfter: position ?? context.state.readAfter },
  });
  const visit = visits.find((candidate) => candidate.appointmentId === appointmentId);
  const when = visit ? whenWords(languageOf(context), visit, todayIn(context, zone)) : '';
  return { when, place: placeWords(visit?.pocName ?? '', visit?.room), fee: feeWords(visit?.fee) };
}

function* refused(
  context: Context,
  { refused }: Refused,
  slotId: string | null,
  moves: string | null,
): Conversation<Reply> {
  const { state } = context;
  const t = textsOf(context);
  if (slotId !== null && (isOfTime(refused) || refused.startsWith('hold.'))) {
    const step = timesOf(slotOf(slotId).pocId, moves);
    const note = refused === 'hold.lapsed' ? t.lapsed : t.taken;
    return { state: after(state, step, null), message: yield* showTimes(context, step, `${note}\n`) };
  }
  if (refused === 'patient.already-booked') {
    return { state: after(state, visits, null), message: yield* showVisits(context, visits, `${t.already}\n`) };
  }
  const message: Message = buttons(t.refused, { id: ids.desk, title: t.desk }, toMenu(context));
  return { state: after(state, menu, null), message };
}
