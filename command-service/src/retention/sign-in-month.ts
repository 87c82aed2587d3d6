import type { SignInMonthEvent } from '@dayline/contracts/events/organisation';
import type { Decider } from '../command-handler/decider.ts';

export interface SignInMonthCommand {
  readonly kind: 'erase';
  readonly month: string;
  /** The first month that the client keeps. */
  readonly before: string;
}

/** A month of a client's sign-ins: whose they are can be erased, once. */
export const signInMonth: Decider<{ readonly isErased: boolean }, SignInMonthCommand, SignInMonthEvent> = {
  initial: { isErased: false },
  fold: (state, events) => (events.length > 0 ? { isErased: true } : state),
  decide: ({ isErased }, { month, before }) => (isErased ? [] : [{ type: 'SignInsErased', data: { month, before } }]),
};
