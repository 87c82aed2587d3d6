import { hash } from 'node:crypto';
import { type ExportEnd, sealedText, sealText } from '@dayline/contracts/proof/export-format';
import type { Signer } from '@dayline/event-log/sealed-log/signing';

/** JSON lines with their running seal. */
export class SealedLines {
  #seal = '';
  #text = '';

  add(line: object): void {
    const text = JSON.stringify(line);
    this.#seal = hash('sha256', sealText(this.#seal, text), 'hex');
    this.#text += `${text}\n`;
  }

  /** Adds the last line: the signed seal over all previous lines. */
  end(signer: Signer, counts: Pick<ExportEnd, 'entries' | 'leftOut'>): void {
    const [seal, { keyId }] = [this.#seal, signer.publicKey];
    const end: ExportEnd = { ...counts, seal, keyId, signature: signer.sign(sealedText(seal)) };
    this.add({ end });
  }

  /** The text added since the last call. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
