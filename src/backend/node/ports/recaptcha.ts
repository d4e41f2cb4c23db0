import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import type { Captcha, Clock, Crypto, Log } from '../../ports/ports.ts';

const verifyUrl = 'https://www.google.com/recaptcha/api/siteverify';
/** Google's tokens last two minutes and are accepted once. */
const tokenMs = 2 * 60_000;
/** From 0.0, very likely a script, to 1.0; Google suggests 0.5. */
const leastScore = 0.5;

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
});

const unreachable = () =>
  new AppError(503, 'captcha_failed', 'We couldn’t check that you’re a person. Try again in a minute.');

/** Google's reCAPTCHA v3, which judges without a picture puzzle. */
export function createRecaptcha({
  siteKey,
  secretKey,
  crypto,
  clock,
  log,
  send = fetch,
}: {
  siteKey: string;
  secretKey: string;
  crypto: Pick<Crypto, 'sha256'>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  send?: typeof fetch;
}): Captcha {
  async function verify(response: string, remoteip: string): Promise<z.infer<typeof Verdict>> {
    try {
      const reply = await send(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response, remoteip }),
        signal: AbortSignal.timeout(5_000),
        redirect: 'error',
      });
      return Verdict.parse(await reply.json());
    } catch (error) {
      log.warn('reCAPTCHA gave no verdict', { reason: String(error) });
      throw unreachable();
    }
  }
  return {
    task: async () => ({ kind: 'recaptcha', siteKey }),
    async check(answer, ip) {
      const verdict = await verify(answer, ip);
      // A wrong secret key refuses everybody, which only the operator can mend.
      const codes = verdict['error-codes'] ?? [];
      if (codes.some((code) => code.endsWith('input-secret'))) {
        log.warn('reCAPTCHA refused its secret key', { codes });
        throw unreachable();
      }
      const isPerson = verdict.success && (verdict.score ?? 1) >= leastScore;
      const expiresAt = new Date(clock.now().getTime() + tokenMs);
      return isPerson ? { id: crypto.sha256(answer), expiresAt } : null;
    },
  };
}
