import type { ClinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { Position } from '@dayline/contracts/ids';
import type { LiveMessage } from '@dayline/contracts/live';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import type { Desk } from '../desk/desk.ts';
import type { Read, SharedSnapshot } from '../desk/snapshot.ts';
import { openedOrClosedSince } from './closes.ts';
import { ImportPace } from './import-pace.ts';
import { type Change, closedAt, messagesOf, type OpenDisplay, refetchAt } from './messages.ts';
import { type Room, roomOfClient, roomOfDisplay, roomOfDoctor } from './rooms.ts';

export interface FeedDeps {
  readonly desk: Desk;
  readonly read: Read;
  readonly hasListeners: (room: Room) => boolean;
  /** Whether any page is in any room: if not, a commit costs only one read of the checkpoint. */
  readonly isAnybodyThere: () => boolean;
  /** The displays with a screen here. */
  readonly displays: () => readonly OpenDisplay[];
  /** Called for each display that was newly paired or revoked, or got another link, after its room was notified. */
  readonly onDisplayChanged: (displayId: string) => void;
  readonly send: (room: Room | 'all', messages: readonly LiveMessage[]) => void;
  /** Called with the fault of each failed attempt, and with null for each successful one. */
  readonly onTried: (error: unknown) => void;
}

/** Delay before a retry after a fault, in ms; the normal path uses no timer. */
const tryAgainAfter = 250;
/** Changes since this many positions of reconnecting pages are cached until the next commit. */
const positionsRemembered = 20;

/**
 * Reads the changes of each commit and sends them to the rooms: one read serves a thousand boards. Commits that arrive
 * during a read are read together next. A row that changed again during a read is skipped and comes with the next
 * commit, which wakes the feed too.
 */
export class LiveFeed {
  readonly #deps: FeedDeps;
  readonly #schedules = new Map<string, number | null>();
  /** Each client's clock when it was last checked. */
  readonly #clocks = new Map<string, ClinicNow>();
  readonly #pace: ImportPace;
  #resumed: { at: Position | null; changes: Map<Position, Promise<Change | null>> } = { at: null, changes: new Map() };
  #sent: Position | null = null;
  /** Pages at this position or an earlier one may show rows from before a swap, or of another log. */
  #distrusted: Position | null = null;
  #hasSwapped = false;
  #dirty = false;
  #running: Promise<void> | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.#pace = new ImportPace({ sentTo: () => this.#sent, send: deps.send });
  }

  /** Called after a commit: reads the views' checkpoint and the changes. */
  wake(): void {
    if (this.#stopped) return;
    this.#dirty = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      // Otherwise a wake between the last read and this line would be lost.
      if (this.#dirty && this.#retry === undefined) this.wake();
    });
  }

  /** The views were swapped: every page refetches, also one that reconnects later with an older position. */
  async refetchAll(): Promise<void> {
    this.#hasSwapped = true;
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#dirty && !this.#stopped) {
        this.#dirty = false;
        await this.#sendOn();
      }
      this.#deps.onTried(null);
    } catch (error) {
      this.#deps.onTried(error);
      this.#dirty = true;
      this.#retry = setTimeout(() => {
        this.#retry = undefined;
        this.wake();
      }, tryAgainAfter);
    }
  }

  async #sendOn(): Promise<void> {
    const { desk, read, send, hasListeners, isAnybodyThere } = this.#deps;
    const sentPosition = this.#sent;
    if (this.#hasSwapped) return this.#restart(await read());
    if (sentPosition !== null && !isAnybodyThere()) {
      const passedPosition = await desk.position();
      // A page that joins from here on reads the views afterwards, so it has everything up to this position.
      if (passedPosition >= sentPosition) {
        this.#sent = passedPosition;
        return;
      }
    }
    const snapshot = await read();
    const { position } = snapshot;
    if (sentPosition === null) {
      this.#learn(snapshot);
    } else if (position < sentPosition) {
      // The checkpoint moved back: the views were rebuilt.
      send('all', [refetchAt(position)]);
    } else if (position > sentPosition) {
      const change = await desk.changed(sentPosition, position);
      if (this.#stopped) return;
      if (!change) send('all', [refetchAt(position)]);
      else {
        const hasNewSchedule = (doctor: DoctorRow) => this.#hasNewSchedule(doctor);
        const displays = this.#deps.displays();
        const rooms = messagesOf(change, { ...viewOf(snapshot), displays, hasListeners, hasNewSchedule });
        this.#pace.learn(change.imports);
        for (const [room, messages] of rooms) {
          const now = this.#pace.atOnce(room, messages);
          if (now.length > 0) send(room, now);
        }
        for (const { key } of change.displays) this.#deps.onDisplayChanged(key);
      }
    }
    this.#sent = position;
  }

  #restart(snapshot: SharedSnapshot): void {
    this.#hasSwapped = false;
    const { position } = snapshot;
    const before = this.#sent ?? position;
    if (this.#distrusted === null || before > this.#distrusted) this.#distrusted = before;
    this.#resumed = { at: null, changes: new Map() };
    this.#schedules.clear();
    this.#learn(snapshot);
    this.#sent = position;
    this.#deps.send('all', [refetchAt(position)]);
  }

  #learn(snapshot: SharedSnapshot): void {
    for (const { key } of snapshot.directories.clients()) {
      this.#learnSchedules(snapshot, key);
      this.#clocks.set(key, snapshot.clinicOf(key));
    }
  }

  #learnSchedules({ directories }: SharedSnapshot, clientId: string): void {
    for (const { key, schedule } of directories.of(clientId).doctorsOf(clientId))
      this.#schedules.set(key, schedule?.revision ?? null);
  }

  #hasNewSchedule({ key, schedule }: DoctorRow): boolean {
    const revision = schedule?.revision ?? null;
    const before = this.#schedules.get(key);
    this.#schedules.set(key, revision);
    return before !== undefined && before !== revision;
  }

  /** The changes for one room since a page's position; a refetch if they are too many or unknown. */
  async since(position: Position, room: Room): Promise<{ readonly at: Position; readonly messages: LiveMessage[] }> {
    const snapshot = await this.#deps.read();
    const at = snapshot.position;
    if (this.#pace.isBehind(room, position)) return { at, messages: [refetchAt(at)] };
    const isTrusted = this.#distrusted === null || position > this.#distrusted;
    if (isTrusted && position === at) return { at, messages: [] };
    const change = isTrusted && position < at ? await this.#changeSince(position, at) : null;
    if (!change) return { at, messages: [refetchAt(at)] };
    // A page that was disconnected may have outdated weekly hours of a changed doctor: it refetches.
    const setting = {
      ...viewOf(snapshot),
      displays: [],
      hasListeners: (candidate: Room) => candidate === room,
      hasNewSchedule: () => true,
    };
    return { at, messages: messagesOf(change, setting).get(room) ?? [] };
  }

  /** A thousand pages that lost the same server reconnect with the same few positions: one read serves them. */
  #changeSince(position: Position, at: Position): Promise<Change | null> {
    if (this.#resumed.at !== at) this.#resumed = { at, changes: new Map() };
    const existing = this.#resumed.changes.get(position);
    if (existing) return existing;
    const change = this.#deps.desk.changed(position, at);
    if (this.#resumed.changes.size < positionsRemembered) this.#resumed.changes.set(position, change);
    change.catch(() => this.#resumed.changes.delete(position));
    return change;
  }

  /**
   * At midnight in a client's zone its boards change day: their pages refetch. In a minute in which bookings for a
   * session open or close, they refetch its day.
   */
  async checkClock(): Promise<void> {
    const snapshot = await this.#deps.read();
    for (const { key } of snapshot.directories.clients()) {
      const now = snapshot.clinicOf(key);
      const before = this.#clocks.get(key);
      if (before && (before.date !== now.date || before.time !== now.time))
        await this.#sayTheTime(snapshot, key, before);
      // Only now, so that a failed check is repeated.
      this.#clocks.set(key, now);
    }
  }

  async #sayTheTime(snapshot: SharedSnapshot, clientId: string, before: ClinicNow): Promise<void> {
    const { send, hasListeners } = this.#deps;
    const { position } = snapshot;
    const doctors = snapshot.directories.of(clientId).doctorsOf(clientId);
    const displays = this.#deps.displays().filter((display) => display.clientId === clientId);
    const rooms = [
      roomOfClient(clientId),
      ...doctors.map(({ key }) => roomOfDoctor(key)),
      ...displays.map(({ id }) => roomOfDisplay(id)),
    ].filter(hasListeners);
    if (rooms.length === 0) return;
    const isNewDay = before.date !== snapshot.clinicOf(clientId).date;
    const changedDays = isNewDay ? [] : await openedOrClosedSince(snapshot.of(clientId), before);
    for (const room of rooms) {
      const own =
        room === roomOfClient(clientId) ? changedDays : changedDays.filter(({ pocId }) => room === roomOfDoctor(pocId));
      if (isNewDay) send(room, [refetchAt(position)]);
      else if (own.length > 0) send(room, [closedAt(position, own)]);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    this.#pace.stop();
    await this.#running;
  }
}

const viewOf = ({ position, directories, horizonDays, clinicOf }: SharedSnapshot) => ({
  at: position,
  directories,
  horizonDays,
  clinicOf: (clientId: string): ClinicNow => clinicOf(clientId),
});
