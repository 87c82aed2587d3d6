import {
  appointmentIdSchema,
  dateSchema,
  doctorDayOf,
  idSchema,
  slotId,
  slotIdSchema,
  timeSchema,
} from '@dayline/contracts/ids';
import type { Language, Step } from './state.ts';

/** What a button or a row does. */
export type Choice =
  | { readonly does: 'show'; readonly step: Step }
  | { readonly does: 'language'; readonly language: Language }
  | { readonly does: 'person'; readonly patientId: string | null }
  | {
      readonly does: 'confirm';
      readonly patientId: string | null;
      readonly slotId: string;
      readonly moves: string | null;
    }
  | { readonly does: 'cancel'; readonly appointmentId: string }
  | { readonly does: 'stop' | 'desk' };

type Moves = string | null;
const withMoves = (id: string, moves: Moves): string => (moves === null ? id : `${id}:${moves}`);

/** The ids of buttons and rows. Each tells its whole choice, so that a tap on an old list still works. */
export const ids = {
  menu: 'menu',
  visits: 'visits',
  desk: 'desk',
  who: 'who',
  language: (language: Language) => `language:${language}`,
  person: (patientId: string | null) => `person:${patientId ?? 'new'}`,
  departments: (page = 0) => `departments:${page}`,
  department: (departmentId: string, page = 0) => `department:${departmentId}:${page}`,
  doctor: (pocId: string, moves: Moves = null) => withMoves(`doctor:${pocId}`, moves),
  days: (pocId: string, date: string, moves: Moves) => withMoves(`days:${pocId}:${date}`, moves),
  day: (pocId: string, date: string, moves: Moves) => withMoves(`day:${pocId}:${date}`, moves),
  after: (pocId: string, { date, time }: At, moves: Moves) => withMoves(`after:${pocId}:${date}:${time}`, moves),
  time: (pocId: string, { date, time }: At, moves: Moves) => withMoves(`time:${pocId}:${date}:${time}`, moves),
  confirm: (patientId: string | null, slot: string, moves: Moves) =>
    withMoves(`confirm:${patientId ?? ''}:${slot}`, moves),
  visit: (appointmentId: string) => `visit:${appointmentId}`,
  move: (appointmentId: string) => `doctor:${doctorDayOf(appointmentId).pocId}:${appointmentId}`,
  askCancel: (appointmentId: string) => `cancel:${appointmentId}`,
  cancel: (appointmentId: string) => `cancelled:${appointmentId}`,
};
interface At {
  readonly date: string;
  readonly time: string;
}

const is = (schema: { safeParse(value: unknown): { success: boolean } }, ...values: readonly (string | undefined)[]) =>
  values.every((value) => schema.safeParse(value).success);
const pageOf = (text: string | undefined): number => (/^\d{1,3}$/.test(text ?? '') ? Number(text) : 0);
const show = (step: Step): Choice => ({ does: 'show', step });

/** The choice of an id; null if it isn't one of ours. */
export function choiceOf(id: string): Choice | null {
  const [kind = '', first = '', ...rest] = id.split(':');
  switch (kind) {
    case 'menu':
      return show({ step: 'menu' });
    case 'who':
      return show({ step: 'who', asks: 'person', name: null, wants: null });
    case 'visits':
      return show({ step: 'visits', appointmentId: null, cancels: false });
    case 'stop':
    case 'desk':
      return { does: kind };
    case 'language':
      return first === 'en' || first === 'hi' ? { does: 'language', language: first } : null;
    case 'person':
      if (first === 'new') return { does: 'person', patientId: null };
      return is(idSchema, first) ? { does: 'person', patientId: first } : null;
    case 'departments':
      return show({ step: 'department', page: pageOf(first) });
    case 'department':
      return is(idSchema, first) ? show({ step: 'doctor', departmentId: first, page: pageOf(rest[0]) }) : null;
    case 'visit':
    case 'cancel':
      if (!is(appointmentIdSchema, first)) return null;
      return show({ step: 'visits', appointmentId: first, cancels: kind === 'cancel' });
    case 'cancelled':
      return is(appointmentIdSchema, first) ? { does: 'cancel', appointmentId: first } : null;
    case 'confirm': {
      const [slot = '', moves] = rest;
      if (!is(slotIdSchema, slot) || !isMoves(moves) || (moves === undefined && !is(idSchema, first))) return null;
      return { does: 'confirm', patientId: first || null, slotId: slot, moves: moves ?? null };
    }
    default:
      return is(idSchema, first) ? timesOf(kind, first, rest) : null;
  }
}

const isMoves = (moves: string | undefined): boolean => moves === undefined || is(appointmentIdSchema, moves);

function timesOf(kind: string, pocId: string, [date = '', hours, minutes, moved]: readonly string[]): Choice | null {
  const time = `${hours}:${minutes}`;
  const timeStep = { step: 'time', pocId, from: null, days: false } as const;
  switch (kind) {
    case 'doctor':
      return isMoves(date || undefined) ? show({ ...timeStep, moves: date || null }) : null;
    case 'day':
    case 'days':
      if (!is(dateSchema, date) || !isMoves(hours)) return null;
      return show({ ...timeStep, from: { date, time: null }, days: kind === 'days', moves: hours ?? null });
    case 'after':
    case 'time':
      if (!is(dateSchema, date) || !is(timeSchema, time) || !isMoves(moved)) return null;
      if (kind === 'after') return show({ ...timeStep, from: { date, time }, moves: moved ?? null });
      return show({ step: 'confirm', slotId: slotId(pocId, date, time), moves: moved ?? null });
    default:
      return null;
  }
}
