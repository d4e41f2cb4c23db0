import { problemCode } from '#lib/problem.ts';
import type { Api } from './api.ts';
import type { ApiProblem } from './problem.ts';

/**
 * Makes a call for which the server may want a captcha (`captcha_required`): solves it and repeats the call with
 * the pass. The solver loads on use.
 * @throws {ApiProblem} If the call fails, or the captcha.
 */
export async function withCaptcha<T>(api: Api, call: (captchaPass?: string) => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (caught) {
    if (problemCode(caught) !== 'captcha_required') throw caught;
    const { solveCaptcha } = await import('./captcha.ts');
    return call(await solveCaptcha(api, (caught as ApiProblem).problem['captcha']));
  }
}

/** An endpoint whose calls may want a captcha; see `withCaptcha`. */
export function guarded<E extends (...call: never) => Promise<unknown>>(endpoint: E): E {
  const plain = endpoint as unknown as (api: Api, input: object) => Promise<unknown>;
  const send = (api: Api, input: object) =>
    withCaptcha(api, (captchaPass) =>
      plain(api, captchaPass === undefined ? input : { ...input, captchaPass }),
    );
  return Object.assign(send, endpoint);
}
