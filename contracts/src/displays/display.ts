import type { Recorded } from '../events/definition.ts';
import type { DisplayEvent } from '../events/displays.ts';
import { unreachable } from '../unreachable.ts';

/** "A display of at most eight doctors." */
export const maxDisplayDoctors = 8;
export const maxDisplayNameLength = 60;
/** How long a pairing link is valid, in ms. */
export const displayLinkMs = 24 * 60 * 60 * 1_000;

/** How long a code that a screen shows is valid, in ms. */
export const pairingCodeMs = 10 * 60 * 1_000;

/** A display in a waiting hall, as folded from its stream. */
export interface Display {
  readonly clientId: string;
  readonly name: string;
  readonly pocIds: readonly string[];
  /** Null once the link is used. */
  readonly link: { readonly hash: string; readonly until: string } | null;
  /** The session of the paired screen; null before the first. */
  readonly sessionHash: string | null;
  readonly isRevoked: boolean;
}

export function foldDisplay(display: Display | null, events: readonly Recorded<DisplayEvent>[]): Display | null {
  return events.reduce(foldOne, display);
}

function foldOne(display: Display | null, event: Recorded<DisplayEvent>): Display | null {
  switch (event.type) {
    case 'DisplayAdded':
      return { ...event.data, sessionHash: null, isRevoked: false };
    case 'DisplayLinkMade':
      return display && { ...display, link: event.data.link };
    case 'DisplayPaired':
      return display && { ...display, link: null, sessionHash: event.data.sessionHash };
    case 'DisplayRevoked':
      return display && { ...display, link: null, sessionHash: null, isRevoked: true };
    default:
      return unreachable(event);
  }
}
