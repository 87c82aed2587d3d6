import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type RequestOptions = ResponseOf<'beginPasskey'>['options'];

/** Throws if the person declines, or has none. */
export async function askForPasskey(
  optionsJSON: RequestOptions,
  { inAutofill = false }: { inAutofill?: boolean } = {},
): Promise<RequestOf<'signInByPasskey'>['passkey']> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: inAutofill });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const assertion = { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) };
  return { id, rawId, type: 'public-key', response: assertion };
}

/** Throws if the person declines, or the device has one of this account. */
export async function makePasskey(
  optionsJSON: ResponseOf<'beginAddPasskey'>['options'],
): Promise<RequestOf<'addPasskey'>['passkey']> {
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
}
