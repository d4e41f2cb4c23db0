import { solveChallenge } from 'altcha-lib';
import type { Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { verifyCaptcha } from '../people/auth/captcha.ts';
import type { Api } from './api.ts';
import { ApiProblem } from './problem.ts';

/** What the server sends with `captcha_required`. */
type Task =
  | { readonly kind: 'proof-of-work'; readonly challenge: Challenge }
  | { readonly kind: 'recaptcha'; readonly siteKey: string };

interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

/** A slow phone needs some seconds. */
const patienceMs = 60_000;

const failed = (message: string) => new ApiProblem({ status: 0, code: 'captcha_failed', message });

async function work(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: patienceMs }).catch(() => null);
  if (!solution) throw failed('Your browser couldn’t confirm that you’re a person. Try another browser.');
  return JSON.stringify({ challenge, solution });
}

let loading: Promise<Recaptcha> | null = null;

/** Adds Google's script to the page once; a failed load can be tried again. */
function loadRecaptcha(siteKey: string): Promise<Recaptcha> {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.onload = () => {
      const { grecaptcha } = window as unknown as { grecaptcha: Recaptcha };
      grecaptcha.ready(() => resolve(grecaptcha));
    };
    script.onerror = () => {
      loading = null;
      script.remove();
      reject(
        failed(
          'We couldn’t load the check that you’re a person. Turn off content blockers here and try again.',
        ),
      );
    };
    document.head.append(script);
  });
  return loading;
}

async function executeRecaptcha(siteKey: string): Promise<string> {
  const recaptcha = await loadRecaptcha(siteKey);
  return recaptcha.execute(siteKey, { action: 'submit' });
}

/**
 * Solves a captcha without asking the person anything, and returns the pass for it.
 * @throws {ApiProblem} `captcha_failed` if the browser can't, or the server doesn't accept the answer.
 */
export async function solveCaptcha(api: Api, task: unknown): Promise<string> {
  const given = task as Task;
  const token =
    given.kind === 'recaptcha' ? await executeRecaptcha(given.siteKey) : await work(given.challenge);
  return (await verifyCaptcha(api, { body: { token } })).pass;
}
