import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { slotOf } from '@dayline/contracts/ids';
import { ids } from './choices.ts';
import { ask, type Conversation, isRefused, type Reply } from './commands.ts';
import { buttons } from './message.ts';
import { type Context, languageOf, nameOf, showTimes, slotsOf, textsOf, timesOf, todayIn } from './show.ts';
import type { Hold } from './state.ts';
import { feeWords, whenWords } from './texts.ts';

/** Refusals that another time solves. */
export const isOfTime = (code: string): boolean => /^(?:slot|session)\./.test(code);

/** Holds the time and asks whether to book it, if it is still free; else offers the doctor's free ones. */
export function* askToBook(context: Context, slotId: string): Conversation<Reply> {
  const { state, now } = context;
  const t = textsOf(context);
  const { pocId, date, time } = slotOf(slotId);
  const { zone, slots } = yield* slotsOf(context, { pocId, from: date, to: addDays(date, 6) });
  const isFree = slots.some((free) => free.slotId === slotId);
  const isKept = state.hold?.slotId === slotId && now < state.hold.until;
  // Not listed, it may still be ours: after a crash the same command gets its first answer.
  const currentHold = isKept ? state.hold : yield* hold(context, slotId, slots[0]?.pocName ?? '');
  if (currentHold === 'taken' || (currentHold === null && !isFree)) {
    const step = timesOf(pocId, null);
    const message = yield* showTimes(context, step, `${t.taken}\n`);
    return { state: { ...state, misunderstood: 0, at: step, hold: null }, message };
  }
  const when = whenWords(languageOf(context), { date, time }, todayIn(context, zone));
  const words = currentHold === null ? t.check : t.kept;
  const message = buttons(
    words(
      when,
      currentHold?.pocName ?? slots[0]?.pocName ?? '',
      nameOf(context, state.patientId),
      feeWords(slots[0]?.fee),
    ),
    { id: ids.confirm(state.patientId, slotId, null), title: t.confirm },
    { id: ids.doctor(pocId), title: t.anotherTime },
    { id: ids.menu, title: t.menu },
  );
  return {
    state: { ...state, misunderstood: 0, at: { step: 'confirm', slotId, moves: null }, hold: currentHold },
    message,
  };
}

/** Null if no hold can be made, for example since the key has too many: a booking needs none. */
function* hold({ state, now }: Context, slotId: string, pocName: string): Conversation<Hold | 'taken' | null> {
  // A phone number has one place at a time.
  if (state.hold && now < state.hold.until) {
    yield* ask('releaseHold', { appointmentId: state.hold.appointmentId });
  }
  const answer = yield* ask('createHold', { slotId, phone: `+${state.phone}` });
  if (isRefused(answer)) return isOfTime(answer.refused) ? 'taken' : null;
  return { appointmentId: answer.appointmentId, slotId, pocName, until: Date.parse(answer.until) };
}
