import { type ClinicNow, clinicNow, defaultZone } from '@dayline/contracts/clinic-time';
import type { Position } from '@dayline/contracts/ids';
import type { Clock } from '@dayline/platform/clock';
import type { Desk } from './desk.ts';
import type { Directory, DirectoryCopy } from './directory.ts';

/** What one query reads from: the rows, the names beside them, and the position that both have reached. */
export interface Reading {
  readonly desk: Desk;
  readonly directory: Directory;
  /** The checkpoint before anything was read: the answer's X-Position. */
  readonly position: Position;
  /** The last day open for booking is this many days after the clinic's today. */
  readonly horizonDays: number;
  /** ms since the epoch, UTC. */
  readonly instant: number;
  /** The wall clock of a client. */
  clinicOf(clientId: string): ClinicNow;
}

/** @param at the checkpoint, where a commit has just told it; else it is read */
export type Read = (at?: Position) => Promise<Reading>;

export interface ReadingDeps {
  readonly desk: Desk;
  readonly copy: DirectoryCopy;
  readonly clock: Clock;
  readonly horizonDays: number;
}

export function readingFrom({ desk, copy, clock, horizonDays }: ReadingDeps): Read {
  return async (at) => {
    const position = at ?? (await desk.position());
    const directory = await copy.upTo(position);
    const instant = clock.now();
    const clinics = new Map<string, ClinicNow>();
    return {
      desk,
      directory,
      position,
      horizonDays,
      instant,
      // Asked for every row; the calendar of a zone is worked out once.
      clinicOf(clientId) {
        const zone = directory.client(clientId)?.zone ?? defaultZone;
        const known = clinics.get(zone) ?? clinicNow(instant, zone);
        clinics.set(zone, known);
        return known;
      },
    };
  };
}
