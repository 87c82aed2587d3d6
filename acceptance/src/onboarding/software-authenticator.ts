import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Assertion, Attestation } from '@dayline/contracts/endpoints/account/passkeys';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { cose, isoCBOR } from '@simplewebauthn/server/helpers';

type Creation = ResponseOf<'beginAddPasskey'>['options'];
type Request = ResponseOf<'beginPasskey'>['options'];

/** Where the browser is, and what its user did. */
interface Circumstances {
  readonly origin?: string;
  readonly isUserVerified?: boolean;
  /** Instead of the next count. */
  readonly counter?: number;
}

/** A passkey in memory (P-256), with the browser around it. */
export interface SoftwarePasskey {
  readonly made: Attestation;
  /** Signs the challenge of `options`. */
  sign(options: Request, circumstances?: Circumstances): Assertion;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (data: Uint8Array): string => Buffer.from(data).toString('base64url');
const [present, verified, attested] = [0b1, 0b100, 0b1000000];

/** WebAuthn level 3, 6.1: hash of the site, flags, counter. */
function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), head]);
}

/** Makes the passkey that a site asks for. `counts`: whether its counter rises with each use. */
export function softwarePasskey(
  { challenge, rp, user }: Creation,
  { origin = `https://${rp.id}`, isUserVerified = true, counts = true }: Circumstances & { counts?: boolean } = {},
): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const { COSEKEYS, COSEKTY, COSEALG, COSECRV } = cose;
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [COSEKEYS.kty, COSEKTY.EC2],
      [COSEKEYS.alg, COSEALG.ES256],
      [COSEKEYS.crv, COSECRV.P256],
      [COSEKEYS.x, new Uint8Array(Buffer.from(x, 'base64url'))],
      [COSEKEYS.y, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const rawId = randomBytes(16);
  const id = text(rawId);
  const credential = { id, rawId: id, type: 'public-key' } as const;
  const clientData = (type: string, about: { readonly challenge: string; readonly origin: string }) =>
    Buffer.from(JSON.stringify({ type, ...about, crossOrigin: false }));
  const flagsOf = (isVerified: boolean): number => present | (isVerified ? verified : 0);

  const idLength = Buffer.alloc(2);
  idLength.writeUInt16BE(rawId.length);
  const authData = Buffer.concat([
    authenticatorData(rp.id, flagsOf(isUserVerified) | attested, 0),
    // The model is unknown.
    ...[Buffer.alloc(16), idLength, rawId, coseKey],
  ]);
  const attestationObject = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', new Uint8Array(authData)],
    ]),
  );
  let uses = 0;
  return {
    made: {
      ...credential,
      response: {
        clientDataJSON: text(clientData('webauthn.create', { challenge, origin })),
        attestationObject: text(attestationObject),
        transports: ['internal'],
      },
    },
    sign(options, circumstances = {}) {
      uses += counts ? 1 : 0;
      const here = { origin, isUserVerified: true, counter: uses, ...circumstances };
      const data = authenticatorData(options.rpId, flagsOf(here.isUserVerified), here.counter);
      const client = clientData('webauthn.get', { challenge: options.challenge, origin: here.origin });
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const signed = { authenticatorData: text(data), clientDataJSON: text(client), signature: text(signature) };
      return { ...credential, response: { ...signed, userHandle: user.id } };
    },
  };
}
