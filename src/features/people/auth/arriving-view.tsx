import { useRouter } from 'next/router';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { AuthCard } from './auth-card.tsx';
import { DisownLoginView } from './disown-login-view.tsx';
import { EmailChangeView } from './email-change-view.tsx';
import { SocialCallbackView } from './social-callback-view.tsx';
import { UndoPasskeyView } from './undo-passkey-view.tsx';
import { UndoSecondFactorView } from './undo-second-factor-view.tsx';

/**
 * `/auth/email-change?token=…`; with `undo=…` the same for two-factor authentication, a passkey and a login; with `provider=…` the way back from a provider, to which `/auth/callback/[provider]`
 * redirects. One page for all: with a page of its own, the bundler splits the scripts that all pages share, which
 * costs each 0.8 kB.
 */
export function ArrivingView() {
  const { query, isReady } = useRouter();
  const { undo, provider } = query;
  // The page is rendered at build time, when nobody knows which of them it will be.
  if (!useHydrated() || !isReady)
    return (
      <AuthCard title="One moment">
        <Spinner />
      </AuthCard>
    );
  if (provider !== undefined) return <SocialCallbackView />;
  if (undo === 'second-factor') return <UndoSecondFactorView />;
  if (undo === 'passkey') return <UndoPasskeyView />;
  return undo === 'login' ? <DisownLoginView /> : <EmailChangeView />;
}
