import { isRefusal, type Refusal, sentenceOf } from '@dayline/contracts/errors';

/** A one-line message about what was wrong; the command exits with code 1. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
}

/** A command's result. @throws CliFailure with the refusal's sentence */
export function granted<Result extends object>(result: Result | Refusal): Result {
  if (!isRefusal(result)) return result;
  const fields = result.details?.fields?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  throw new CliFailure([result.message ?? sentenceOf(result.refused), ...fields].join(' '));
}
