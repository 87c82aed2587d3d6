import type { Position } from '@dayline/contracts/ids';
import type { StoredLog } from '@dayline/event-log/followable';

/** The chats that are about patients, read from the log as far as it reaches. */
export class ChatsOfPatients {
  readonly #log: Pick<StoredLog, 'start' | 'follow'>;
  readonly #streams = new Map<string, Set<string>>();
  #position: Position;

  constructor(log: Pick<StoredLog, 'start' | 'follow'>) {
    this.#log = log;
    this.#position = log.start;
  }

  /** The streams of a patient's chats up to the log's end. @throws EventLogUnavailable, EventLogSetBack */
  async of(patientId: string): Promise<readonly string[]> {
    const ending = new AbortController();
    for await (const item of this.#log.follow(this.#position, ending.signal, { types: ['ChatPatientNamed'] })) {
      if (item.kind === 'caughtUp') break;
      for (const { stream, data } of item.events) {
        const named = String(data['patientId']);
        this.#streams.set(named, (this.#streams.get(named) ?? new Set()).add(stream));
      }
      this.#position = (item.last ?? item.events.at(-1))?.position ?? this.#position;
    }
    ending.abort();
    return [...(this.#streams.get(patientId) ?? [])];
  }
}
