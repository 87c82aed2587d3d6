import { isRefusal, type Refusal, sentenceOf } from '@dayline/contracts/errors';

/** A one-line error message; the command exits with code 1. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
}

/** A command's result. @throws CliFailure with the refusal's sentence */
export function granted<Result extends object>(result: Result | Refusal): Result {
  if (!isRefusal(result)) return result;
  const sentence = result.message ?? sentenceOf(result.refused);
  // A field with the same message adds nothing.
  const others = result.details?.fields?.filter(({ message }) => message !== sentence) ?? [];
  throw new CliFailure([sentence, ...others.map(({ field, message }) => `${field}: ${message}`)].join(' '));
}

/** Why a file can't be read, for the operator. */
export function unreadable(file: string, error: unknown): CliFailure {
  // Not by instanceof: under Jest, Node's errors come from another realm.
  const code = typeof error === 'object' && error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return new CliFailure(`There is no file ${file}.`);
  if (code === 'EACCES') return new CliFailure(`${file} is not readable by this user.`);
  if (code === 'EISDIR') return new CliFailure(`${file} is a folder.`);
  return new CliFailure(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}
