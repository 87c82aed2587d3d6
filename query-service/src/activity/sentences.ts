import type { ActivityRow } from '@dayline/contracts/activity';
import {
  type DaylineEvent,
  type EventWithSentence,
  eventTable,
  isKnownVersion,
  isOfCategory,
} from '@dayline/contracts/events/table';
import type { Phrase } from '@dayline/contracts/fields/phrase';
import { unreachable } from '@dayline/contracts/unreachable';
import { phrase, sentenceParts as saidOf } from '@dayline/contracts/words/english';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import { accountOf, dateOf, doctorOf, type Names, partsOf, patientOf, patientPhrase, subjects } from './names.ts';
import { wordsOfHours } from './sentences-of-hours.ts';
import { wordsOfClient, wordsOfDoctor, wordsOfPatient } from './sentences-of-settings.ts';
import { wordsOfDay } from './sentences-of-visits.ts';

/** An entry as a plain sentence. @throws EventLogNewer */
export function entrySentence(row: ActivityRow, names: Names): ReturnType<typeof saidOf> {
  // Written by a newer projector.
  const { type, version = 1, position } = row;
  if (!isKnownVersion(type, version)) throw new EventLogNewer(type, version, position);
  // Cast is safe: the row holds its event's data except personal and long fields, which no sentence reads.
  const event = { type: row.type, data: row.facts } as unknown as DaylineEvent;
  try {
    const words = wordsOf(event, row, names);
    const changedCount = names.changed(row);
    const all =
      changedCount === undefined ? words : phrase('firstOfMany', words, changedCount, row.batchSize ?? changedCount);
    return saidOf(phrase('statement', all), noteOf(event));
  } catch {
    // The activity has malformed events too, and none may prevent reading the others.
    return saidOf(phrase('statement', phrase('malformed', type)), null);
  }
}

/** The reason of a refusal. */
const noteOf = (event: DaylineEvent): Phrase | null =>
  event.type === 'CommandRefused' || event.type === 'SignInRefused' ? phrase('refusal', event.data.code) : null;

type CountedAttempts = Extract<DaylineEvent, { type: 'PasswordResetRequested' }>['data'];

/** An attempt, or the sentence of an entry that counts many. */
function attemptPhrase(attempt: Phrase, { count, until }: CountedAttempts, names: Names): Phrase {
  if (until === undefined) return attempt;
  const end = phrase('clock', names.clock(until));
  return count === undefined ? phrase('furtherAreCounted', attempt, end) : phrase('counted', attempt, count, end);
}

/** The actor, if the log's own term is unclear to a reader. */
export const actorNameOf = ({ actorId, actorName }: ActivityRow): string =>
  actorId === 'sign-in' ? 'Somebody' : actorName;

type Subject = Readonly<Record<string, string>>;

/** The boards of a day, or of one doctor; an older entry lacks the moment. */
function replayPhrase({ asOf }: Subject, row: ActivityRow, names: Names): Phrase {
  const boards =
    row.pocId === null ? phrase('boards', dateOf(row)) : phrase('board', doctorOf(row, names), dateOf(row));
  if (asOf === undefined) return phrase('replayed', boards);
  const date = phrase('date', names.day({ ...row, recordedAt: asOf }));
  return phrase('replayedAsOf', boards, date, phrase('clock', names.clock(asOf)));
}

function listRead({ list = '', search }: Subject, row: ActivityRow, names: Names): Phrase {
  const day = row.date === null ? [] : [dateOf(row)];
  const doctor = row.pocId === null ? [] : [doctorOf(row, names)];
  const patient = row.patientId === null ? [] : [patientOf(row, names)];
  return phrase(
    'listed',
    list,
    ...day,
    ...doctor,
    ...patient,
    ...(search === undefined ? [] : [phrase('foundByName')]),
  );
}

function historyRead(subject: Subject, row: ActivityRow, names: Names): Phrase {
  const { month, list } = subject;
  if (row.appointmentId !== null) return phrase('readStory', patientPhrase(row, names));
  if (month !== undefined) return phrase('readReport', month);
  if (list !== undefined) return listRead(subject, row, names);
  if (row.date !== null) return replayPhrase(subject, row, names);
  return row.patientId === null ? phrase('readHistory') : phrase('readHistoryOf', patientOf(row, names));
}

type RefusedCommand = Extract<DaylineEvent, { type: 'CommandRefused' }>['data'];

function askedFor({ call, foreign = [] }: RefusedCommand, row: ActivityRow, names: Names): Phrase {
  const about = [...foreign.map((kind) => phrase('unknownThing', kind)), ...partsOf(row, names)];
  return phrase('askedFor', call, about.length === 0 ? '' : phrase('whom', ...about));
}

/** The sentence in the event's definition. */
function sentenceOf({ type, data }: EventWithSentence, row: ActivityRow, names: Names): Phrase {
  const [code = '', ...parts] = eventTable.get(type)?.sentence ?? [];
  const fields: Readonly<Record<string, unknown>> = data;
  const args = parts.map((part) => (isSubject(part) ? subjects[part](row, names) : fields[part.slice('data.'.length)]));
  return { code, args };
}
const isSubject = (name: string): name is keyof typeof subjects => Object.hasOwn(subjects, name);
const hasSentence = (event: DaylineEvent): event is EventWithSentence =>
  eventTable.get(event.type)?.sentence !== undefined;

function wordsOf(event: DaylineEvent, row: ActivityRow, names: Names): Phrase {
  if (hasSentence(event)) return sentenceOf(event, row, names);
  if (isOfCategory(event, 'doctorDay')) return wordsOfDay(event, row, names);
  if (isOfCategory(event, 'doctorSchedule') || isOfCategory(event, 'clientCalendar')) {
    return wordsOfHours(event, row, names);
  }
  if (isOfCategory(event, 'doctor')) return wordsOfDoctor(event, row, names);
  if (isOfCategory(event, 'patient')) return wordsOfPatient(event, row, names);
  if (isOfCategory(event, 'client')) return wordsOfClient(event, names);
  switch (event.type) {
    case 'CommandRefused':
      return askedFor(event.data, row, names);
    case 'SignInRefused':
      return attemptPhrase(phrase('triedToSignIn', accountOf(row, names)), event.data, names);
    case 'DayClosed':
      return event.data.countedCash === undefined
        ? phrase('dayClosed', dateOf(row))
        : phrase('dayClosedCounted', dateOf(row), event.data.countedCash);
    case 'TokenLetterAssigned':
      return phrase(
        'tokenLetterAssigned',
        names.doctor(event.data.pocId) ?? phrase('unknownDoctor'),
        event.data.letter,
      );
    case 'DisplayAdded':
      return phrase('displayAdded', event.data.name, event.data.pocIds.length);
    case 'ApiKeyIssued':
      return phrase('apiKeyIssued', event.data.name, ...event.data.scopes);
    case 'ApiKeyScopesChanged':
      return phrase('apiKeyScopesChanged', event.data.name, ...event.data.scopes);
    case 'PasswordResetRequested':
      return attemptPhrase(phrase('askedForPassword', accountOf(row, names)), event.data, names);
    case 'HistoryRead':
      return historyRead(event.data.subject, row, names);
    case 'ExportMade':
      return exportWords(event.data.subject);
    case 'LogSetBackAccepted':
      return setBackAccepted(event.data);
    default:
      return unreachable(event);
  }
}

type SetBack = Extract<DaylineEvent, { type: 'LogSetBackAccepted' }>['data'];

const setBackAccepted = ({ seen, present, reason }: SetBack): Phrase =>
  phrase('setBackAccepted', seen.position, present?.position ?? null, reason);

const exportWords = ({ format, from, to, entries, month, list }: Subject): Phrase =>
  list !== undefined
    ? phrase('listExported', list, entries ?? '0')
    : phrase('exported', format ?? null, from ?? null, to ?? null, entries ?? null, month ?? null);
