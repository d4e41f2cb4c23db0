// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createProofOfWork } from '#backend/ports/proof-of-work.ts';
import type { Api } from '#services/http/api.ts';
import { withCaptcha } from '#services/http/with-captcha.ts';
import { ApiProblem } from '#services/http/problem.ts';
import { fakePorts } from '../setup/fake-ports.ts';

const proofOfWork = createProofOfWork({ ...fakePorts(), secret: 'a secret for tests only' });
const asked = (captcha: unknown) =>
  new ApiProblem({ status: 428, code: 'captcha_required', message: 'Confirm.', captcha });

/** An API that only exchanges answers, for the pass `pass-1`. */
function exchanging() {
  const answers: string[] = [];
  const call = async (_: string, { body }: { body: { token: string } }) => {
    answers.push(body.token);
    return { success: true, pass: 'pass-1', expiresAt: '2026-01-01T00:00:00.000Z' };
  };
  return { api: { call } as unknown as Api, answers };
}
/** A call that is refused with `problem` until it carries a pass. */
const refusing = (problem: unknown) =>
  vi.fn(async (pass?: string) => (pass ? `done with ${pass}` : Promise.reject(problem)));

afterEach(() => {
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

describe('a call that may want a captcha', () => {
  it('is made once where none is asked, and other errors pass', async () => {
    const { api, answers } = exchanging();
    expect(await withCaptcha(api, async () => 'done')).toBe('done');
    const other = new ApiProblem({ status: 429, code: 'too_many', message: 'Wait.' });
    await expect(withCaptcha(api, refusing(other))).rejects.toBe(other);
    expect(answers).toEqual([]);
  });

  it('solves a proof of work that the server accepts, and repeats the call with its pass', async () => {
    const { api, answers } = exchanging();
    const call = refusing(asked(await proofOfWork.task()));
    expect(await withCaptcha(api, call)).toBe('done with pass-1');
    expect(call).toHaveBeenCalledTimes(2);
    expect(await proofOfWork.check(answers[0] ?? '', '')).not.toBeNull();
  });

  it('says so if the browser can’t compute', async () => {
    const { api } = exchanging();
    const { challenge } = (await proofOfWork.task()) as { challenge: { parameters: object } };
    const unknown = { ...challenge, parameters: { ...challenge.parameters, algorithm: 'none' } };
    const call = refusing(asked({ kind: 'proof-of-work', challenge: unknown }));
    await expect(withCaptcha(api, call)).rejects.toMatchObject({ code: 'captcha_failed' });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('loads reCAPTCHA once it is asked, again after a failed load', async () => {
    const { api, answers } = exchanging();
    const call = () => withCaptcha(api, refusing(asked({ kind: 'recaptcha', siteKey: 'a key' })));
    const script = () => vi.waitUntil(() => document.head.querySelector('script'));
    const blocked = call();
    (await script()).dispatchEvent(new Event('error'));
    await expect(blocked).rejects.toMatchObject({ code: 'captcha_failed' });

    const execute = vi.fn(async () => 'from Google');
    Object.assign(window, { grecaptcha: { ready: (then: () => void) => then(), execute } });
    const passed = call();
    const loaded = await script();
    expect(loaded.src).toBe('https://www.google.com/recaptcha/api.js?render=a%20key');
    loaded.dispatchEvent(new Event('load'));
    expect(await passed).toBe('done with pass-1');
    expect(answers).toEqual(['from Google']);
  });
});
