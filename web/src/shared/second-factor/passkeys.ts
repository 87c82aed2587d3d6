import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';

type RequestOptions = ResponseOf<'beginPasskey'>['options'];

/** The library loads with the first passkey. */
const webAuthn = () => import('@simplewebauthn/browser');

/** Throws if the person declines, or has none. */
export async function askForPasskey(
  optionsJSON: RequestOptions,
  { inAutofill = false }: { inAutofill?: boolean } = {},
): Promise<RequestOf<'signInByPasskey'>['passkey']> {
  const { startAuthentication } = await webAuthn();
  const { id, rawId, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: inAutofill });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) };
  return { id, rawId, type: 'public-key', response: signed };
}

/** Throws if the person declines, or the device has one of this account. */
export async function makePasskey(
  optionsJSON: ResponseOf<'beginAddPasskey'>['options'],
): Promise<RequestOf<'addPasskey'>['passkey']> {
  const { startRegistration } = await webAuthn();
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
}
