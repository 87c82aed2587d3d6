import { isRefusal, type Refusal, sentenceOf } from '@dayline/contracts/errors';

/** Names what was wrong, in a line; the command ends with exit code 1. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
}

/** What a command came to. @throws CliFailure with the refusal's sentence */
export function granted<Result extends object>(result: Result | Refusal): Result {
  if (!isRefusal(result)) return result;
  const fields = result.details?.fields?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  throw new CliFailure([result.message ?? sentenceOf(result.refused), ...fields].join(' '));
}
