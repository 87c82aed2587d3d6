import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { counted } from '@dayline/contracts/fields/phrase';
import { ExportChecker, isUncompared } from '@dayline/contracts/proof/export-check';
import { reportFormat } from '@dayline/contracts/proof/export-format';
import { exportLines } from '@dayline/contracts/proof/export-lines';
import { keptHeadWords } from '@dayline/contracts/proof/kept-heads';
import type { PublicKey } from '@dayline/contracts/proof/signed-head';
import { isSignedBy } from '@dayline/event-log/sealed-log/signing';
import { CliFailure } from '../terminal/failure.ts';
import { say } from '../terminal/output.ts';
import { maxPrinted, type NamedHead } from './log.ts';

const linesOf = (file: string) => exportLines(createReadStream(file, 'utf8'));

/** @throws CliFailure if the file can't be read */
export async function isExport(file: string): Promise<boolean> {
  try {
    for await (const line of linesOf(file)) return /"format":"dayline-(export|report)\//.test(line);
  } catch {
    throw new CliFailure(`${file} cannot be read.`);
  }
  return false;
}

/** @throws CliFailure if the export was altered, a kept head isn't in it, or none could be compared */
export async function verifyExport(
  file: string,
  keys: readonly PublicKey[],
  keptHeads: readonly NamedHead[],
): Promise<void> {
  const checker = new ExportChecker(
    {
      sha256: (text) => hash('sha256', text, 'hex'),
      isSigned: (signature, text) => isSignedBy(keys, signature, text),
    },
    keptHeads.map(({ head }) => head),
  );
  for await (const line of linesOf(file)) await checker.check(line);
  const verdict = checker.finish();
  const { header, faults, entries, leftOut, heads } = verdict;
  for (const { line, text } of faults.slice(0, maxPrinted)) say(`line ${line}: ${text}`);
  const extent =
    header?.format === reportFormat
      ? `${counted(entries, 'line')} of a report`
      : `${counted(entries, 'entry', 'entries')}, hashes of ${counted(leftOut, 'other')}, ${counted(heads, 'signed head')}`;
  const nameOf = (head: (typeof keptHeads)[number]['head']): string =>
    keptHeads.find((candidate) => candidate.head === head)?.whose ?? head.position;
  for (const words of keptHeadWords(verdict.kept, nameOf)) say(`${file}: ${words}`);
  if (faults.length > 0)
    throw new CliFailure(`${file} was changed after it was made: ${counted(faults.length, 'fault')} in ${extent}.`);
  if (isUncompared(verdict)) {
    const lacking = 'Give a head of this log that it covers, kept elsewhere (AUDIT_HEAD_DIR, AUDIT_HEAD_MAIL)';
    throw new CliFailure(`${file}: ${extent}. They are consistent, but no kept head was compared. ${lacking}.`);
  }
  say(`${file}: ${extent}: intact.`);
}
