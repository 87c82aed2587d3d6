import { type Token, tokenText } from '@dayline/contracts/hall/tokens';
import { defineText } from '../../../ui/locale/define-text.ts';
import { clockTime } from '../../format/time.ts';

/** UI text for arrivals and calls. */
export const presenceText = defineText({
  hi: async () => (await import('./text.hi.ts')).presenceText,
  en: {
    arrived: 'Arrived',
    call: 'Call',
    callNext: 'Call Next',
    callAgain: 'Call Again',
    withdrawArrival: 'Undo Arrival',
    withdrawCall: 'Undo Call',
    hasArrived: (token: Token): string => `Arrived, token ${tokenText(token)}`,
    arrivalWithdrawn: 'Arrival undone',
    wasCalled: (token: Token, room: string | null): string =>
      room === null ? `Token ${tokenText(token)} called` : `Token ${tokenText(token)} called to ${room}`,
    callWithdrawn: 'Call undone',
    arriveFailed: 'Error recording the arrival',
    callFailed: 'Error calling the patient',
    nextIs: (token: Token): string => `Token ${tokenText(token)} is next now.`,
    nobodyIsNext: 'No one is waiting any more.',
    token: (token: Token): string => (token.token === 0 ? '' : `Token ${tokenText(token)}`),
    waiting: (token: string): string => (token === '' ? 'Waiting' : `Waiting, ${token.replace('Token', 'token')}`),
    called: (token: string): string => (token === '' ? 'Called' : `Called, ${token.replace('Token', 'token')}`),
    /** The same patient, at another doctor. */
    calledElsewhere: (doctor: string, room: string | null): string =>
      room === null ? `called at ${doctor} now` : `called at ${doctor} now, ${room}`,
    waited: (minutes: number): string =>
      minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`,
    calledAt: (time: string, room: string | null): string =>
      room === null ? `called ${clockTime(time)}` : `${room}, ${clockTime(time)}`,
    room: 'Room',
    roomHint: 'The room you call patients to',
    roomSaved: 'Room saved',
    roomFailed: 'Error setting the room',
  },
});
