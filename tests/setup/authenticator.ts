import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewCredential, PasskeyAnswer } from '#contract/people/auth/passkeys.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest();

/** A head of CBOR: the kind of item in three bits, and its number or length. */
const head = (kind: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(kind << 5) | value])
    : value < 256
      ? Buffer.from([(kind << 5) | 24, value])
      : Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
const cborNumber = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const cborBytes = (bytes: Uint8Array) => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** What an authenticator is told or does differently from an honest one. */
export interface Quirks {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  /** Signs this challenge instead of the given one. */
  readonly challenge?: string;
  /** Doesn't verify who is using it. */
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  /** Signs other bytes than it gives. */
  readonly isForged?: boolean;
}
interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
}

const flags = { present: 1, verified: 4, canBackUp: 8, isBackedUp: 16, hasCredential: 64 };

/**
 * An authenticator in software, with one passkey (ES256, no attestation), and the browser in front of it. It
 * speaks the wire format by itself, without the library that the server checks it with.
 */
export function makeAuthenticator(origin = 'https://limelight.test') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(20);
  let counter = 0;
  let owner: string | null = null;

  const clientData = ({ challenge }: Options, type: string, quirks: Quirks): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: quirks.type ?? type,
        challenge: quirks.challenge ?? challenge,
        origin: quirks.origin ?? origin,
        crossOrigin: false,
      }),
    );
  function authenticatorData({ rpId, rp }: Options, quirks: Quirks, credential?: Buffer): Buffer {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(quirks.counter ?? counter);
    const set =
      flags.present |
      (quirks.isUnverified ? 0 : flags.verified) |
      flags.canBackUp |
      flags.isBackedUp |
      (credential ? flags.hasCredential : 0);
    return Buffer.concat([
      sha256(quirks.rpId ?? rpId ?? rp?.id ?? ''),
      Buffer.from([set]),
      number,
      credential ?? Buffer.alloc(0),
    ]);
  }

  return {
    id: base64(credentialId),
    /** Makes its passkey for a site's options. */
    create(options: Options, quirks: Quirks = {}): NewCredential {
      const key = cborMap([
        [cborNumber(1), cborNumber(2)],
        [cborNumber(3), cborNumber(-7)],
        [cborNumber(-1), cborNumber(1)],
        [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 20]), credentialId, key]);
      owner = options.user?.id ?? null;
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(options, quirks, attested))],
      ]);
      return {
        id: base64(credentialId),
        clientDataJSON: base64(clientData(options, 'webauthn.create', quirks)),
        attestationObject: base64(attestationObject),
        transports: ['internal', 'hybrid'],
      };
    },
    /** Signs a site's challenge. */
    answer(options: Options, quirks: Quirks = {}): PasskeyAnswer {
      counter += 1;
      const data = clientData(options, 'webauthn.get', quirks);
      const authData = authenticatorData(options, quirks);
      const signed = Buffer.concat([authData, sha256(quirks.isForged ? 'something else' : data)]);
      return {
        id: base64(credentialId),
        clientDataJSON: base64(data),
        authenticatorData: base64(authData),
        signature: base64(sign('sha256', signed, privateKey)),
        userHandle: quirks.userHandle === undefined ? owner : quirks.userHandle,
      };
    },
  };
}
export type Authenticator = ReturnType<typeof makeAuthenticator>;
