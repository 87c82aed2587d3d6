import { type Display, foldDisplay } from '@dayline/contracts/displays/display';
import { refuse } from '@dayline/contracts/errors';
import type { DisplayEvent } from '@dayline/contracts/events/displays';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider, Decision } from '../command-handler/decider.ts';

type Link = NonNullable<Display['link']>;

export type DisplayCommand =
  | {
      readonly kind: 'add';
      readonly clientId: string;
      readonly name: string;
      readonly pocIds: readonly string[];
      readonly link: Link;
    }
  | { readonly kind: 'makeLink'; readonly clientId: string; readonly link: Link }
  | { readonly kind: 'pair'; readonly linkHash: string; readonly sessionHash: string }
  | { readonly kind: 'pairByCode'; readonly clientId: string; readonly sessionHash: string }
  | { readonly kind: 'revoke'; readonly clientId: string };

export interface DisplayContext {
  /** ms since the epoch, UTC. */
  readonly now: number;
}

/** A display. One of another client is answered like one that doesn't exist. */
export const display: Decider<Display | null, DisplayCommand, DisplayEvent, DisplayContext> = {
  initial: null,
  fold: foldDisplay,
  decide(state, command, { now }) {
    switch (command.kind) {
      case 'add': {
        const { clientId, name, link } = command;
        const pocIds = [...new Set(command.pocIds)];
        return state ? refuse('value.taken') : [{ type: 'DisplayAdded', data: { clientId, name, pocIds, link } }];
      }
      case 'makeLink':
        return ofClient(state, command, ({ name }) => [
          { type: 'DisplayLinkMade', data: { name, link: command.link } },
        ]);
      case 'pair':
        return pair(state, command, now);
      case 'pairByCode': {
        const { sessionHash } = command;
        return ofClient(state, command, ({ name, sessionHash: before }) =>
          before === sessionHash ? [] : [{ type: 'DisplayPaired', data: { name, sessionHash } }],
        );
      }
      case 'revoke':
        return ofClient(state, command, ({ name }) => [{ type: 'DisplayRevoked', data: { name } }]);
      default:
        return unreachable(command);
    }
  },
};

/** A revoked display can't be used again; another one must be added. */
function ofClient(
  state: Display | null,
  { clientId }: { readonly clientId: string },
  decide: (display: Display) => Decision<DisplayEvent>,
): Decision<DisplayEvent> {
  return isOf(state, clientId) ? decide(state) : refuse('display.unknown');
}

/** Whether it is a display of the client that isn't revoked. */
export const isOf = (state: Display | null, clientId: string): state is Display =>
  state !== null && state.clientId === clientId && !state.isRevoked;

function pair(
  state: Display | null,
  { linkHash, sessionHash }: Extract<DisplayCommand, { readonly kind: 'pair' }>,
  now: number,
): Decision<DisplayEvent> {
  // The retry of a pairing whose answer was lost.
  if (state?.sessionHash === sessionHash) return [];
  const isValid = state?.link && state.link.hash === linkHash && now <= Date.parse(state.link.until);
  return isValid ? [{ type: 'DisplayPaired', data: { name: state.name, sessionHash } }] : refuse('token.invalid');
}
