import { type Refusal, refuse } from '@dayline/contracts/errors';
import { AddressRefused } from './public-fetch.ts';

interface Details {
  readonly code?: unknown;
  readonly error?: unknown;
  readonly claim?: unknown;
  readonly attribute?: unknown;
  readonly parameters?: unknown;
}

/** An error with its causes. */
function chainOf(error: unknown): readonly (Details & { readonly message?: unknown })[] {
  const chain: object[] = [];
  for (let cause = error; typeof cause === 'object' && cause !== null && chain.length < 8; ) {
    chain.push(cause);
    cause = 'cause' in cause ? cause.cause : null;
  }
  return chain;
}

const refusalOfClaim = (claim: unknown): Refusal => {
  if (claim === 'iss') return refuse('provider.issuer');
  if (claim === 'aud' || claim === 'azp') return refuse('provider.audience');
  return refuse(claim === 'nonce' ? 'provider.nonce' : 'provider.invalid');
};

const refusalOfAnswer = (error: unknown): Refusal => {
  if (error === 'invalid_grant') return refuse('provider.code');
  return refuse(
    error === 'invalid_client' || error === 'unauthorized_client' ? 'provider.secret' : 'provider.unavailable',
  );
};

/** What the error of a call to a provider means; whatever isn't about its answer counts as unavailable. */
export function refusalOfProvider(error: unknown): Refusal {
  const chain = chainOf(error);
  if (chain.some((cause) => cause instanceof AddressRefused)) return refuse('provider.address');
  const has = (name: keyof Details) => chain.find((cause) => cause[name] !== undefined)?.[name];
  switch (has('code')) {
    case 'OAUTH_RESPONSE_BODY_ERROR':
      return refusalOfAnswer(has('error'));
    case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
      return refuse('provider.secret');
    case 'OAUTH_HTTP_REQUEST_FORBIDDEN':
      return refuse('provider.address');
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return refusalOfClaim(has('claim'));
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return refuse('provider.expired');
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return refuse(has('attribute') === 'issuer' ? 'provider.issuer' : 'provider.invalid');
    case 'OAUTH_INVALID_RESPONSE':
    case 'OAUTH_KEY_SELECTION_FAILED':
    case 'OAUTH_PARSE_ERROR':
    case 'OAUTH_UNSUPPORTED_OPERATION':
      // The parameters are those of the address, of which the issuer alone can be wrong here.
      return refuse(has('parameters') === undefined ? 'provider.invalid' : 'provider.issuer');
    default:
      return refuse('provider.unavailable');
  }
}

/** For the log: codes and sentences alone, since an error's causes contain tokens and claims. */
export const wordsOf = (error: unknown): readonly string[] =>
  chainOf(error).flatMap(({ code, error: answer, message }) =>
    typeof message === 'string' ? [[code, answer, message].filter((word) => typeof word === 'string').join(' ')] : [],
  );
