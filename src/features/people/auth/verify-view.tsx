import { Link } from '#ui/content/link.tsx';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { routes } from '#config/routes.ts';
import { brokenLink, mailToken } from '#lib/mail-token.ts';
import { problemMessage } from '#lib/problem.ts';
import { verifyEmail } from '#services/people/auth/auth.ts';
import { useApi, useAppDispatch } from '#state/hooks.ts';
import { currentUserStale } from '#state/session/user.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { AuthCard } from './auth-card.tsx';
import { ResendVerification } from '#components/people/auth/resend-verification.tsx';
import { useReturnAddress, withReturnAddress } from '#components/people/auth/return-address.ts';

type Outcome =
  | { kind: 'checking' }
  | { kind: 'verified'; waiting: boolean }
  | { kind: 'failed'; message: string };

const incomplete: Outcome = { kind: 'failed', message: brokenLink };

/** Uses the token only once, even if React runs the effect twice. */
function useVerification(token: string | null, isReady: boolean): Outcome {
  const api = useApi();
  const dispatch = useAppDispatch();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'checking' });
  const used = useRef(false);
  useEffect(() => {
    if (!isReady || used.current || token === null) return;
    used.current = true;
    verifyEmail(api, { body: { token } }).then(
      ({ waiting }) => {
        dispatch(currentUserStale());
        setOutcome({ kind: 'verified', waiting });
      },
      (caught: unknown) => setOutcome({ kind: 'failed', message: problemMessage(caught) }),
    );
  }, [api, dispatch, isReady, token]);
  // The page is rendered at build time, when there is no URL yet.
  const hydrated = useHydrated();
  return hydrated && isReady && token === null ? incomplete : outcome;
}

/** `/auth/verify-email?token=…`, linked from the email. `&from=…` is the page to return to. */
export function VerifyView() {
  const router = useRouter();
  const token = mailToken(router.query['token']);
  const back = useReturnAddress();
  const outcome = useVerification(token, router.isReady);
  const [email, setEmail] = useState('');
  if (outcome.kind === 'checking')
    return (
      <AuthCard title="Verifying your email">
        <Skeleton>
          <SkeletonText lines={2} />
        </Skeleton>
      </AuthCard>
    );
  if (outcome.kind === 'verified') {
    return (
      <AuthCard title="Email verified">
        <Stack>
          {outcome.waiting ? (
            <Notice>
              Now open the link we sent to your old address. If you can’t, the change takes effect in a week.
            </Notice>
          ) : null}
          <ButtonLink href={withReturnAddress(routes.login, back)} variant="primary" large block>
            Continue
          </ButtonLink>
        </Stack>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="This link doesn’t work"
      below={<Link href={withReturnAddress(routes.login, back)}>Back to login</Link>}
    >
      <Stack>
        <Notice tone="danger" announce>
          {outcome.message}
        </Notice>
        <TextInput
          label="Email"
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
