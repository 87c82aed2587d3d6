import type { ClinicNow } from '@dayline/contracts/clinic-time';
import type { Position } from '@dayline/contracts/ids';
import type { LiveMessage } from '@dayline/contracts/live';
import type { DoctorRow } from '@dayline/contracts/views';
import type { Desk } from '../desk/desk.ts';
import type { Read, Reading } from '../desk/reading.ts';
import { readChange } from './changes.ts';
import { type Change, messagesOf, refetchAt } from './messages.ts';
import { type Room, roomOfClient, roomOfDoctor } from './rooms.ts';

export interface FeedDeps {
  readonly desk: Desk;
  readonly read: Read;
  readonly isHeard: (room: Room) => boolean;
  /** Whether any page is in any room: else a commit costs no more than the look at its position. */
  readonly isAnybodyThere: () => boolean;
  readonly send: (room: Room | 'all', messages: readonly LiveMessage[]) => void;
  readonly onFault: (error: unknown) => void;
}

/** After a fault the feed tries again so much later, in ms; on the normal path no timer runs. */
const tryAgainAfter = 250;
/** So many positions of returning pages are kept, with what changed since, until the next commit. */
const positionsRemembered = 20;

/**
 * Reads what each commit changed and says it to the rooms: one read serves a thousand boards. Commits that come while
 * one is being read are read together next. What a read leaves out (a row that changed again meanwhile) comes with the
 * next commit, since that commit wakes the feed too.
 */
export class LiveFeed {
  readonly #deps: FeedDeps;
  readonly #schedules = new Map<string, number | null>();
  readonly #days = new Map<string, string>();
  #resumed: { at: Position | null; changes: Map<Position, Promise<Change | null>> } = { at: null, changes: new Map() };
  #sent: Position | null = null;
  #told: Position | undefined;
  #dirty = false;
  #running: Promise<void> | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  /** Something was committed: the checkpoint stands at this position, or is to be read. */
  wake(at?: Position): void {
    if (this.#stopped) return;
    // Words of commits may overtake each other: where an earlier one comes behind a later, the views are asked.
    const isLater = at !== undefined && this.#told !== undefined && at > this.#told;
    this.#told = this.#dirty && !isLater ? undefined : at;
    this.#dirty = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      // A wake between the last look and this line would otherwise be lost.
      if (this.#dirty && this.#retry === undefined) this.wake();
    });
  }

  async #run(): Promise<void> {
    try {
      while (this.#dirty && !this.#stopped) {
        this.#dirty = false;
        await this.#sendOn();
      }
    } catch (error) {
      this.#deps.onFault(error);
      this.#dirty = true;
      this.#retry = setTimeout(() => {
        this.#retry = undefined;
        this.wake();
      }, tryAgainAfter);
    }
  }

  async #sendOn(): Promise<void> {
    const { desk, read, send, isHeard, isAnybodyThere } = this.#deps;
    const sent = this.#sent;
    // Only the views themselves can say that they stand at an earlier position.
    const told = sent !== null && this.#told !== undefined && this.#told > sent ? this.#told : undefined;
    if (sent !== null && !isAnybodyThere()) {
      const passed = told ?? (await desk.position());
      // Who joins from here on reads the views afterwards, and so has all up to this position.
      if (passed >= sent) {
        this.#sent = passed;
        return;
      }
    }
    const reading = await read(told);
    const { position } = reading;
    if (sent === null) {
      for (const { key } of reading.directory.clients()) {
        this.#learnSchedules(reading, key);
        this.#days.set(key, reading.clinicOf(key).date);
      }
    } else if (position < sent) {
      // The checkpoint went back: these views were built anew.
      send('all', [refetchAt(position)]);
    } else if (position > sent) {
      const change = await readChange(desk, sent, position);
      if (this.#stopped) return;
      if (!change) send('all', [refetchAt(position)]);
      else {
        const hasNewSchedule = (doctor: DoctorRow) => this.#hasNewSchedule(doctor);
        const rooms = messagesOf(change, { ...viewOf(reading), isHeard, hasNewSchedule });
        for (const [room, messages] of rooms) send(room, messages);
      }
    }
    this.#sent = position;
  }

  #learnSchedules({ directory }: Reading, clientId: string): void {
    for (const { key, schedule } of directory.doctorsOf(clientId)) this.#schedules.set(key, schedule?.revision ?? null);
  }

  #hasNewSchedule({ key, schedule }: DoctorRow): boolean {
    const revision = schedule?.revision ?? null;
    const known = this.#schedules.get(key);
    this.#schedules.set(key, revision);
    return known !== undefined && known !== revision;
  }

  /** What changed for one room since a position that a page shows; a refetch when that is too much or can't be told. */
  async since(shown: Position, room: Room): Promise<{ readonly at: Position; readonly messages: LiveMessage[] }> {
    const reading = await this.#deps.read();
    const at = reading.position;
    if (shown === at) return { at, messages: [] };
    const change = shown < at ? await this.#changeSince(shown, at) : null;
    if (!change) return { at, messages: [refetchAt(at)] };
    // Whether a changed doctor's template is a new one can't be told for a page that was away: it fetches anew.
    const setting = { ...viewOf(reading), isHeard: (each: Room) => each === room, hasNewSchedule: () => true };
    return { at, messages: messagesOf(change, setting).get(room) ?? [] };
  }

  /** A thousand pages that lost the same server come back with the same few positions: one read serves them. */
  #changeSince(shown: Position, at: Position): Promise<Change | null> {
    if (this.#resumed.at !== at) this.#resumed = { at, changes: new Map() };
    const known = this.#resumed.changes.get(shown);
    if (known) return known;
    const change = readChange(this.#deps.desk, shown, at);
    if (this.#resumed.changes.size < positionsRemembered) this.#resumed.changes.set(shown, change);
    change.catch(() => this.#resumed.changes.delete(shown));
    return change;
  }

  /** Midnight of a client's zone turns its boards over: their pages fetch anew. */
  async lookAtTheClock(): Promise<void> {
    const { read, send, isHeard } = this.#deps;
    const reading = await read();
    for (const { key } of reading.directory.clients()) {
      const { date } = reading.clinicOf(key);
      const before = this.#days.get(key);
      this.#days.set(key, date);
      if (before === undefined || before === date) continue;
      const doctors = reading.directory.doctorsOf(key).map((doctor) => roomOfDoctor(doctor.key));
      for (const room of [roomOfClient(key), ...doctors]) {
        if (isHeard(room)) send(room, [refetchAt(reading.position)]);
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#running;
  }
}

const viewOf = ({ position, directory, clinicOf }: Reading) => ({
  at: position,
  directory,
  clinicOf: (clientId: string): ClinicNow => clinicOf(clientId),
});
