import { type ClinicNow, clinicNow, defaultZone } from '@dayline/contracts/clinic-time';
import type { Position } from '@dayline/contracts/ids';
import type { Clock } from '@dayline/runtime/clock';
import type { Desk } from './desk.ts';
import type { Directory, DirectoryCopy } from './directory.ts';

/** What one query reads from: the rows, the directory, and the position that both have reached. */
export interface Reading {
  readonly desk: Desk;
  readonly directory: Directory;
  /** The checkpoint, read before any row: the response's X-Position. */
  readonly position: Position;
  /** The booking horizon: days after the clinic's today, inclusive. */
  readonly horizonDays: number;
  /** ms since the epoch, UTC. */
  readonly instant: number;
  /** The clinic's wall clock. */
  clinicOf(clientId: string): ClinicNow;
}

export type Read = () => Promise<Reading>;

export interface ReadingDeps {
  readonly desk: Desk;
  readonly copy: DirectoryCopy;
  readonly clock: Clock;
  readonly horizonDays: number;
}

export function readingFrom({ desk, copy, clock, horizonDays }: ReadingDeps): Read {
  return async () => {
    const position = await desk.position();
    const directory = await copy.upTo(position);
    const instant = clock.now();
    const clinics = new Map<string, ClinicNow>();
    return {
      desk,
      directory,
      position,
      horizonDays,
      instant,
      // Called for every row, so a zone's calendar is computed once.
      clinicOf(clientId) {
        const zone = directory.client(clientId)?.zone ?? defaultZone;
        const known = clinics.get(zone) ?? clinicNow(instant, zone);
        clinics.set(zone, known);
        return known;
      },
    };
  };
}
