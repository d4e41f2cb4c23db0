import Link from 'next/link';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { routes } from '#config/routes';
import { brokenLink, mailToken } from '#lib/mail-token';
import { problemMessage } from '#lib/problem';
import { verifyEmail } from '#services/auth';
import { useApi, useAppDispatch } from '#state/hooks';
import { currentUserStale } from '#state/user';
import { ButtonLink } from '#ui/button-link';
import { Notice } from '#ui/notice';
import { BoneText, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { TextInput } from '#ui/text-input';
import { useHydrated } from '#ui/use-hydrated';
import { AuthCard } from './auth-card.tsx';
import { ResendVerification } from '#parts/resend-verification';
import { useWayBack, withWayBack } from '#parts/way-back';

type Outcome = { kind: 'checking' } | { kind: 'verified' } | { kind: 'failed'; message: string };

const incomplete: Outcome = { kind: 'failed', message: brokenLink };

/** Uses the token once, though React may run the effect twice. */
function useVerification(token: string | null, isReady: boolean): Outcome {
  const api = useApi();
  const dispatch = useAppDispatch();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'checking' });
  const used = useRef(false);
  useEffect(() => {
    if (!isReady || used.current || token === null) return;
    used.current = true;
    verifyEmail(api, token).then(
      () => {
        dispatch(currentUserStale());
        setOutcome({ kind: 'verified' });
      },
      (caught: unknown) => setOutcome({ kind: 'failed', message: problemMessage(caught) }),
    );
  }, [api, dispatch, isReady, token]);
  // The page is drawn at build time, when there is no address yet.
  const hydrated = useHydrated();
  return hydrated && isReady && token === null ? incomplete : outcome;
}

/** `/auth/verify-email?token=…`, from the mail; `&from=…` leads back to where one was when joining. */
export function VerifyView() {
  const router = useRouter();
  const token = mailToken(router.query['token']);
  const back = useWayBack();
  const outcome = useVerification(token, router.isReady);
  const [email, setEmail] = useState('');
  if (outcome.kind === 'checking')
    return (
      <AuthCard title="Confirming your address">
        <Skeleton>
          <BoneText lines={2} />
        </Skeleton>
      </AuthCard>
    );
  if (outcome.kind === 'verified') {
    return (
      <AuthCard title="Your address is confirmed">
        <ButtonLink href={withWayBack(routes.login, back)} variant="primary" large block>
          Continue
        </ButtonLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="That link didn’t work"
      below={<Link href={withWayBack(routes.login, back)}>Back to log in</Link>}
    >
      <Stack>
        <Notice tone="danger" announce>
          {outcome.message}
        </Notice>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <ResendVerification email={email} />
      </Stack>
    </AuthCard>
  );
}
