import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { z } from 'zod';
import type { Captcha, Clock, Crypto } from './ports.ts';

/** How long a challenge can be answered. A slow phone takes some seconds. */
const answerMs = 10 * 60_000;
/** Iterations of each try, and how many tries the answer is away: half a second on a laptop. */
const iterations = 1_000;
const tries = { min: 500, max: 1_500 };

/** Only what is compared; the signature covers the rest. */
const Answer = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(iterations),
      keyLength: z.literal(32),
      keyPrefix: z.string(),
      keySignature: z.string(),
      // Not altcha's own expiry, which goes by the machine's clock.
      data: z.object({ expiresAt: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string() }),
});

function parseAnswer(text: string): z.infer<typeof Answer> | null {
  try {
    return Answer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * A captcha that asks nobody anything: the browser computes for a moment. Challenges are signed, not stored.
 * Runs wherever there is Web Crypto, so also in the browser's mock.
 */
export function createProofOfWork({
  crypto,
  clock,
  secret,
}: {
  crypto: Crypto;
  clock: Clock;
  secret: string;
}): Captcha {
  const secrets = {
    hmacSignatureSecret: crypto.hmac(secret, 'captcha challenge'),
    hmacKeySignatureSecret: crypto.hmac(secret, 'captcha answer'),
  };
  return {
    async task() {
      const challenge = await createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        cost: iterations,
        counter: randomInt(tries.min, tries.max),
        deriveKey,
        data: { expiresAt: clock.now().getTime() + answerMs },
      });
      return { kind: 'proof-of-work', challenge };
    },
    async check(text) {
      const answer = parseAnswer(text);
      if (!answer) return null;
      const { parameters, signature } = answer.challenge;
      const expiresAt = new Date(parameters.data.expiresAt);
      if (expiresAt <= clock.now()) return null;
      const { verified } = await verifySolution({ ...answer, ...secrets, deriveKey });
      return verified ? { id: signature, expiresAt } : null;
    },
  };
}
