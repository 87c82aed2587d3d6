import type { Recorded } from '../events/definition.ts';
import type { DisplayEvent } from '../events/displays.ts';
import { unreachable } from '../unreachable.ts';

/** "A display of at most eight doctors." */
export const mostDisplayDoctors = 8;
export const longestDisplayName = 60;
/** How long a link for pairing is valid, in ms. */
export const displayLinkMs = 24 * 60 * 60 * 1_000;

/** A screen on the wall of a waiting hall, as its stream says. */
export interface Display {
  readonly clientId: string;
  readonly name: string;
  readonly pocIds: readonly string[];
  /** Null once it is used. */
  readonly link: { readonly hash: string; readonly until: string } | null;
  /** Of the screen that is paired; null before the first. */
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
