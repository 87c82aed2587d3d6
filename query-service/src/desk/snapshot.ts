import { type ClinicNow, clinicNow, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { Position } from '@dayline/contracts/ids';
import type { Clock } from '@dayline/runtime/clock';
import { type ClientDesk, type DayDesk, type Desk, deskOfClient } from './desk.ts';
import type { Directories, Directory, DirectoryCopy } from './directory.ts';

/** The part that all snapshots of one moment share. */
interface Moment {
  /** The checkpoint, read before any row: the response's X-Position. */
  readonly position: Position;
  /** The booking horizon: days after the clinic's today, inclusive. */
  readonly horizonDays: number;
  /** ms since the epoch, UTC. */
  readonly instant: number;
  /** The clinic's wall clock. */
  clinicOf(clientId: string): ClinicNow;
}

/** The data besides its own row that the slots of a day depend on: a client's doctors and clock, and the horizon. */
export interface Clinics extends Pick<Moment, 'horizonDays' | 'clinicOf'> {
  readonly directory: Directory;
}

/** The sources of one query: its client's rows and directory, and the position that both have reached. */
export interface Snapshot<From extends DayDesk = ClientDesk> extends Moment {
  readonly clientId: string;
  readonly desk: From;
  readonly directory: Directory;
}

/** A snapshot of all clients, from which one is opened for a single client. */
export interface SharedSnapshot extends Moment {
  readonly directories: Directories;
  /** @param signal of the call: a search is dropped when nobody waits for it any more */
  of(clientId: string, signal?: AbortSignal): Snapshot;
}

export type Read = () => Promise<SharedSnapshot>;

export interface SnapshotDeps {
  readonly desk: Desk;
  readonly copy: DirectoryCopy;
  readonly clock: Clock;
  readonly horizonDays: number;
}

export function snapshotsFrom({ desk, copy, clock, horizonDays }: SnapshotDeps): Read {
  return async () => {
    const position = await desk.position();
    const directories = await copy.upTo(position);
    const instant = clock.now();
    const clinics = new Map<string, ClinicNow>();
    const moment: Moment = {
      position,
      horizonDays,
      instant,
      // Called for every row, so a zone's calendar is computed once.
      clinicOf(clientId) {
        const zone = directories.of(clientId).client(clientId)?.zone ?? defaultZone;
        const clinic = clinics.get(zone) ?? clinicNow(instant, zone);
        clinics.set(zone, clinic);
        return clinic;
      },
    };
    return {
      ...moment,
      directories,
      of: (clientId, signal) => ({
        ...moment,
        clientId,
        desk: deskOfClient(desk, clientId, signal),
        directory: directories.of(clientId),
      }),
    };
  };
}
