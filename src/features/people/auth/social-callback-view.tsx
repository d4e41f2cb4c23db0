import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { routes, samePathOnly } from '#config/routes.ts';
import type { SocialProvider } from '#contract/people/auth/social.ts';
import { providerNames } from '#components/people/auth/use-social-login.ts';
import { readSocialLogin, removeSocialLogin } from '#components/people/auth/social-cookies.ts';
import { finishSocialLogin } from '#services/people/auth/social.ts';
import { type Problem, toProblem } from '#services/http/problem.ts';
import { useApi, useAppDispatch, useAppSelector, useAppStore } from '#state/hooks.ts';
import { selectAuthUser, selectLogin, tokenReceived } from '#state/session/auth.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { AuthCard } from './auth-card.tsx';
import { CodeForm } from './code-form.tsx';
import { ReactivateForm } from './reactivate-form.tsx';

type Query = ReturnType<typeof useRouter>['query'];

const one = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

const failed = (message: string): Problem => ({ status: 0, code: 'social_login_failed', message });

/** Why the provider sent nothing to log in with, if so. */
function explainRefusal(query: Query, provider: SocialProvider): Problem | null {
  const name = providerNames[provider];
  if (query['error'] === 'access_denied') return failed(`You canceled at ${name}. Nothing was changed.`);
  if (query['error'] || !query['code']) return failed(`${name} didn’t confirm your login. Try again.`);
  return one(query['state']) === readSocialLogin().oauthToken
    ? null
    : failed('This login took too long or began in another browser. Start again.');
}

/** What the server needs to finish: from the address and the cookies, which are used up. */
function takeAnswer({ query, device }: { query: Query; device: string | null }) {
  const { oauthToken = '', oauthTokenSecret = '' } = readSocialLogin();
  const iss = one(query['iss']);
  removeSocialLogin();
  return {
    code: one(query['code']),
    ...(iss && { iss }),
    ...(device && { device }),
    oauthToken,
    oauthTokenSecret,
  };
}

/** Finishes the login once; returns what went wrong. */
function useFinish(provider: SocialProvider) {
  const { query, isReady, replace } = useRouter();
  const api = useApi();
  const dispatch = useAppDispatch();
  const { storage } = useAppStore().deps;
  const [problem, setProblem] = useState<Problem | null>(null);
  const begun = useRef(false);
  const finish = async () => {
    const refused = explainRefusal(query, provider);
    const { callbackUrl = null, role } = readSocialLogin();
    const back = samePathOnly(callbackUrl);
    const answer = takeAnswer({ query, device: storage.local.read('device') });
    if (refused) return setProblem(refused);
    try {
      const { session, isNew } = await finishSocialLogin(api, provider, answer);
      if (session) {
        // Fans who came for nothing else begin with their first steps.
        const place = back ?? (isNew && role !== 'performer' ? routes.welcome : null);
        if (place) storage.session.write('returnTo', place);
        return void dispatch(tokenReceived(session));
      }
      toast.success(`${providerNames[provider]} is connected.`);
      await replace(back ?? routes.home);
    } catch (caught) {
      setProblem(toProblem(caught));
    }
  };
  useEffect(() => {
    if (!isReady || begun.current) return;
    begun.current = true;
    void finish();
  });
  return { problem, setProblem };
}

/** Back to the account page for those who wanted to connect a provider, else to the login. */
function WayOn() {
  const user = useAppSelector(selectAuthUser);
  const account = `${user?.isPerformer ? routes.creatorAccount : routes.userAccount}?tab=security`;
  return (
    <ButtonLink href={user ? account : routes.login} variant="primary" large block>
      {user ? 'Back to your account' : 'Go to login'}
    </ButtonLink>
  );
}

function Finishing({ provider }: { provider: SocialProvider }) {
  const dispatch = useAppDispatch();
  const { problem, setProblem } = useFinish(provider);
  const { error } = useAppSelector(selectLogin);
  const shown = problem ?? error;
  const name = providerNames[provider];
  if (problem?.code === 'second_factor_required')
    return (
      <AuthCard title="Enter your code">
        <CodeForm
          problem={problem}
          onSession={(session) => void dispatch(tokenReceived(session))}
          onExpired={setProblem}
          onBack={() => setProblem(failed(`Your login with ${name} wasn’t finished.`))}
        />
      </AuthCard>
    );
  if (problem?.code === 'account_deactivated')
    return (
      <AuthCard title="Welcome back">
        <ReactivateForm
          problem={problem}
          onSession={(session) => void dispatch(tokenReceived(session))}
          onBack={() => setProblem(failed(`Your login with ${name} wasn’t finished.`))}
        />
      </AuthCard>
    );
  if (!shown)
    return (
      <AuthCard title={`Logging in with ${name}`}>
        <p role="status">
          <Spinner /> One moment.
        </p>
      </AuthCard>
    );
  return (
    <AuthCard title="Login not finished">
      <Stack>
        <ErrorBox problem={shown}>{shown.message}</ErrorBox>
        <WayOn />
      </Stack>
    </AuthCard>
  );
}

const isProvider = (name: string): name is SocialProvider => Object.hasOwn(providerNames, name);

/** Where providers send the browser back to, by way of `/auth/callback/[provider]`. */
export function SocialCallbackView() {
  const { query, isReady } = useRouter();
  const provider = one(query['provider']);
  if (isProvider(provider)) return <Finishing provider={provider} />;
  return isReady ? <ErrorState title="This page doesn’t exist" text="Check the address." /> : null;
}
