import type { ScannedEvent } from '@dayline/event-log/scan';

/** Of a body, in hex: of older builds without a key, shorter. */
const plainDigest = /"commandDigest":"[0-9a-f]{16}"/;
/** More of them are only counted. */
const mostNamed = 20;

/** Finds events of older builds that hold in clear what this build keeps under a key, or not at all. */
export class OlderEvents {
  readonly #imports: string[] = [];
  #plain = 0;

  check({ type, metadata, position, stream, revision }: ScannedEvent): void {
    if (plainDigest.test(metadata)) this.#plain += 1;
    if (type !== 'ImportStarted' || !metadata.includes('"schemaVersion":1')) return;
    this.#imports.push(`position ${position}, ${stream}@${revision}`);
  }

  /** In words; none if there are none. */
  warnings(): readonly string[] {
    const left = this.#imports.length - mostNamed;
    return [
      ...this.#imports
        .slice(0, mostNamed)
        .map(
          (where) =>
            `WARNING: ${where}: contains the name of a file and its columns in clear text, and a plain hash of it.`,
        ),
      ...(left > 0 ? [`WARNING: ${left} more imports of that version have the same problem.`] : []),
      ...(this.#plain > 0
        ? [`WARNING: ${this.#plain} events have a plain hash of their command, by which a guess can be confirmed.`]
        : []),
      ...(this.#imports.length + this.#plain > 0 ? ['What that means is in docs/security.md, "Sealed data".'] : []),
    ];
  }
}
