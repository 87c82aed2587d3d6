import { emailSchema } from '@dayline/contracts/fields/email';
import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { phonePattern } from '@dayline/contracts/fields/phone';
import { requiredLine } from '@dayline/contracts/fields/text';
import { unreachable } from '@dayline/contracts/unreachable';
import { book, cancel, move } from './acts.ts';
import { type Choice, choiceOf, ids } from './choices.ts';
import { ask, type Conversation, isRefused, type Reply } from './commands.ts';
import { askToBook } from './confirm.ts';
import { buttons, type Message, text } from './message.ts';
import { type Context, show } from './show.ts';
import type { ChatState, Content, Person, Step } from './state.ts';
import { chooseLanguage, isNone, languageNames, texts, words } from './texts.ts';

export interface Incoming {
  readonly content: Content;
  /** The user's number, if WhatsApp sent it. */
  readonly phone: string | null;
}

/** After this time, in ms, people are looked up again, and it is asked again for whom. */
const peopleAge = 3_600_000;
const maxMisunderstood = 2;
const fullName = requiredLine(maxNameLength, 'Name is required.');

/** What the chatbot answers to a message: it yields the commands that it needs. */
export function* reply(before: ChatState, { content, phone }: Incoming, now: number): Conversation<Reply> {
  const currentPhone = content.kind === 'contact' ? content.phone : (phone ?? before.phone);
  const isOther = currentPhone !== before.phone;
  const state = isOther ? { ...before, phone: currentPhone, people: [], peopleAt: 0, patientId: null } : before;
  const choice = choiceIn(content);
  if (choice?.does === 'stop') return stopped(state);
  if (choice?.does === 'desk') return handedOver(state, 'asked');
  if (choice?.does === 'language') {
    const nextState = { ...state, language: choice.language };
    return yield* toPerson(nextState, { does: 'show', step: { step: 'menu' } }, null, now);
  }
  if (state.language === null || (choice?.does === 'show' && choice.step.step === 'language'))
    return asksLanguage(state);
  const { at } = state;
  if (at.step === 'who' && content.kind === 'text' && choice === null) {
    if (at.asks === 'name') return yield* named(state, content.text, at.wants, now);
    if (at.asks === 'email' && at.name !== null) return yield* registered(state, at.name, content.text, at.wants, now);
  }
  if (at.step === 'who' && content.kind === 'contact') {
    return yield* toPerson(state, choiceOrMenu(at.wants), at.wants, now);
  }
  if (choice === null) return yield* misunderstood(state, now);
  return yield* toPerson(state, choice, content.kind === 'choice' ? content.id : null, now);
}

/** A typed word or a tap; null if it is neither. */
function choiceIn(content: Content): Choice | null {
  if (content.kind === 'choice') return choiceOf(content.id);
  if (content.kind !== 'text') return null;
  const word = words.get(
    content.text
      .toLowerCase()
      .replaceAll(/[.!?।]/gu, '')
      .trim(),
  );
  if (word === 'language') return { does: 'show', step: { step: 'language' } };
  return word === undefined ? null : choiceOf(word);
}

const menu: Choice = { does: 'show', step: { step: 'menu' } };
const choiceOrMenu = (id: string | null): Choice => (id === null ? null : choiceOf(id)) ?? menu;

const asksLanguage = (state: ChatState): Reply => ({
  state: { ...state, misunderstood: 0, at: { step: 'language' } },
  message: buttons(
    chooseLanguage,
    { id: ids.language('en'), title: languageNames.en },
    { id: ids.language('hi'), title: languageNames.hi },
  ),
});

const wordsOf = ({ language }: ChatState) => texts[language ?? 'en'];

const stopped = (state: ChatState): Reply => ({
  state: { ...state, misunderstood: 0, peopleAt: 0, at: { step: 'menu' } },
  message: text(wordsOf(state).stopped),
});

const handedOver = (state: ChatState, handsOver: 'asked' | 'misunderstood'): Reply => ({
  state: { ...state, misunderstood: 0, at: { step: 'menu' } },
  message: text(wordsOf(state).handover),
  handsOver,
});

/** The last message again; the second time in a row the desk takes over. */
function* misunderstood(state: ChatState, now: number): Conversation<Reply> {
  const count = state.misunderstood + 1;
  if (count >= maxMisunderstood) return handedOver(state, 'misunderstood');
  const { at } = state;
  const step: Step = at.step === 'language' ? { step: 'menu' } : at;
  const wants = at.step === 'who' ? at.wants : null;
  const isTyped = at.step === 'who' && at.asks === 'email';
  const again = isTyped
    ? replyWith(state, step, yield* show({ state, now }, step))
    : yield* toPerson(state, { does: 'show', step }, wants, now);
  const note = `${wordsOf(state).misunderstood}\n`;
  const { message } = again;
  return {
    state: { ...again.state, misunderstood: count },
    message: 'text' in message ? { ...message, text: `${note}${message.text}`.slice(0, 1024) } : message,
  };
}

const asking = (asks: 'person' | 'name' | 'phone', wants: string | null): Step => ({
  step: 'who',
  asks,
  name: null,
  wants,
});

/** Makes a choice once it is known who has the phone, and for whom. `id`: of the choice, to return to it. */
function* toPerson(before: ChatState, choice: Choice, id: string | null, now: number): Conversation<Reply> {
  const { phone } = before;
  const asks = function* (state: ChatState, step: Step): Conversation<Reply> {
    return replyWith(state, step, yield* show({ state, now }, step));
  };
  if (phone === null) return yield* asks(before, asking('phone', id));
  // Numbers of countries that Dayline doesn't take can't be registered.
  if (!phonePattern.test(phone)) return handedOver(before, 'asked');
  const state = yield* withPeople(before, now);
  if (choice.does === 'person') {
    const person = state.people.find(({ patientId }) => patientId === choice.patientId);
    const wants = state.at.step === 'who' ? state.at.wants : null;
    if (choice.patientId === null) return yield* asks(state, asking('name', wants));
    const nextState = { ...state, patientId: person?.patientId ?? null };
    return yield* toPerson(nextState, choiceOrMenu(wants), wants, now);
  }
  if (state.people.length === 0) return yield* asks(state, asking('name', id));
  if (state.patientId === null && choice.does === 'show' && choice.step.step !== 'visits') {
    return yield* asks(state, asking('person', id));
  }
  return yield* carriedOut(state, choice, now);
}

const replyWith = (state: ChatState, at: Step, message: Message): Reply => ({
  state: { ...state, misunderstood: 0, at },
  message,
});

function* carriedOut(state: ChatState, choice: Choice, now: number): Conversation<Reply> {
  const context: Context = { state, now };
  switch (choice.does) {
    case 'show': {
      const { step } = choice;
      if (step.step === 'confirm' && step.moves === null) return yield* askToBook(context, step.slotId);
      return replyWith(state, step, yield* show(context, step));
    }
    case 'confirm': {
      const { at } = state;
      // A second tap, or one on an old message: only the question that was asked last is confirmed.
      const isAsked = at.step === 'confirm' && at.slotId === choice.slotId && at.moves === choice.moves;
      if (!isAsked) return yield* carriedOut(state, choiceOrMenu(ids.visits), now);
      return yield* choice.moves === null ? book(context, choice) : move(context, { ...choice, moves: choice.moves });
    }
    case 'cancel':
      return yield* cancel(context, choice.appointmentId);
    case 'language':
    case 'person':
    case 'stop':
    case 'desk':
      throw new Error(`${choice.does} is handled before.`);
    default:
      return unreachable(choice);
  }
}

/** Looks up who has the phone, if that was long ago. */
function* withPeople(state: ChatState, now: number): Conversation<ChatState> {
  if (now - state.peopleAt < peopleAge) return state;
  const answer = yield* ask('lookUpPatients', { phone: `+${state.phone}` }, state.readAfter);
  const people: Person[] = isRefused(answer) ? [] : answer.patients;
  const [first, ...others] = people;
  return { ...state, people, peopleAt: now, patientId: others.length === 0 ? (first?.patientId ?? null) : null };
}

/** A hospital may need an email for a booking. */
function* named(state: ChatState, typed: string, wants: string | null, now: number): Conversation<Reply> {
  const name = fullName.safeParse(typed);
  if (!name.success) return yield* misunderstood(state, now);
  const step: Step = { step: 'who', asks: 'email', name: name.data, wants };
  return replyWith(state, step, yield* show({ state, now }, step));
}

function* registered(
  state: ChatState,
  name: string,
  typed: string,
  wants: string | null,
  now: number,
): Conversation<Reply> {
  const email = emailSchema.safeParse(typed);
  if (!email.success && !isNone(typed)) return yield* misunderstood(state, now);
  const request = { name, phone: `+${state.phone}`, email: email.success ? email.data : null, location: null };
  const saved = yield* ask('savePartnerPatient', request);
  if (isRefused(saved)) return handedOver(state, 'asked');
  const person = { patientId: saved.patientId, firstName: name.split(' ')[0] ?? '' };
  const others = state.people.filter(({ patientId }) => patientId !== person.patientId);
  const nextState = { ...state, people: [...others, person], peopleAt: now, patientId: person.patientId };
  return yield* toPerson(
    { ...nextState, readAfter: saved.position ?? state.readAfter },
    choiceOrMenu(wants),
    wants,
    now,
  );
}
