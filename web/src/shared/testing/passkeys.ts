import { jest } from '@jest/globals';

const bytes = (text: string): ArrayBuffer => Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
const encoded = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const credential = { id: encoded('id'), rawId: encoded('id'), type: 'public-key' } as const;

/** What pages send of the stub's passkey. */
export const passkeyAnswer = {
  ...credential,
  response: {
    clientDataJSON: encoded('client data'),
    authenticatorData: encoded('authenticator data'),
    signature: encoded('signature'),
    userHandle: encoded('account'),
  },
};
export const newPasskeyAnswer = {
  ...credential,
  response: {
    clientDataJSON: encoded('client data'),
    attestationObject: encoded('attestation'),
    transports: ['internal'],
  },
};

const given = {
  ...{ id: credential.id, rawId: bytes('id'), type: 'public-key', getClientExtensionResults: () => ({}) },
  response: {
    ...{ clientDataJSON: bytes('client data'), authenticatorData: bytes('authenticator data') },
    ...{ signature: bytes('signature'), userHandle: bytes('account'), attestationObject: bytes('attestation') },
    getTransports: () => ['internal'],
  },
};

/** A browser with passkeys, which jsdom hasn't, until the test ends; the person answers as `accept` or `decline` says. */
export function stubPasskeys({ inAutofill = false }: { inAutofill?: boolean } = {}) {
  const ask = jest.fn<(options: unknown) => Promise<unknown>>();
  const credentials = { get: ask, create: ask };
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  const PublicKeyCredential = Object.assign(() => undefined, {
    isConditionalMediationAvailable: async () => inAutofill,
  });
  Object.assign(globalThis, { PublicKeyCredential });
  stubbed = true;
  return {
    ask,
    accept: () => void ask.mockResolvedValue(given),
    acceptOnce: () => void ask.mockResolvedValueOnce(given),
    decline: () => void ask.mockRejectedValue(Object.assign(new Error('declined'), { name: 'NotAllowedError' })),
  };
}

let stubbed = false;
afterEach(() => {
  if (!stubbed) return;
  stubbed = false;
  Reflect.deleteProperty(navigator, 'credentials');
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
});
