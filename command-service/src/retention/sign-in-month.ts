import type { SignInMonthEvent } from '@dayline/contracts/events/organisation';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

export interface SignInMonthCommand {
  readonly kind: 'erase';
  readonly month: string;
  /** The first month that the client keeps. */
  readonly before: string;
}

export interface SignInMonthState {
  readonly isErased: boolean;
}

/** A month of a client's sign-ins: whose they are can be erased, once. */
export const signInMonth: Decider<SignInMonthState, SignInMonthCommand, SignInMonthEvent> = {
  initial: { isErased: false },
  fold: (state, events) => events.reduce(foldOne, state),
  decide: ({ isErased }, { month, before }) => (isErased ? [] : [{ type: 'SignInsErased', data: { month, before } }]),
};

const foldOne = (_: SignInMonthState, { type }: SignInMonthEvent): SignInMonthState =>
  type === 'SignInsErased' ? { isErased: true } : unreachable(type);
