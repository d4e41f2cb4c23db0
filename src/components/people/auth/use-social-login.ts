import { useState } from 'react';
import type { AgreedPage } from '#config/agreed-pages.ts';
import type { SocialProvider } from '#contract/people/auth/social.ts';
import { storeSocialLogin } from './social-cookies.ts';
import { problemMessage } from '#lib/problem.ts';
import { startSocialLogin } from '#services/people/auth/social.ts';
import { useApi } from '#state/hooks.ts';

export const providerNames: Readonly<Record<SocialProvider, string>> = { google: 'Google', twitter: 'X' };

/** As long as the server accepts an answer. */
const days = 1;

interface Wish {
  readonly role?: 'user' | 'performer';
  /** Connects the provider to the account that is logged in. */
  readonly connect?: boolean;
  /** The path to continue at afterwards. */
  readonly back?: string | null;
  /** The versions of terms and privacy that were shown. */
  readonly accepted?: Partial<Record<AgreedPage, string>>;
}

/** Sends the browser to a provider, and keeps what is needed when it comes back. */
export function useSocialLogin() {
  const api = useApi();
  const [busy, setBusy] = useState<SocialProvider | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const start = async (
    provider: SocialProvider,
    { role = 'user', connect = false, back, accepted }: Wish = {},
  ) => {
    setBusy(provider);
    setProblem(null);
    try {
      const { url, ...kept } = await startSocialLogin(api, provider, { role, connect, ...accepted });
      storeSocialLogin({ ...kept, role, callbackUrl: back ?? '' }, days);
      location.assign(url);
    } catch (caught) {
      setProblem(problemMessage(caught));
      setBusy(null);
    }
  };
  return { start, busy, problem };
}
