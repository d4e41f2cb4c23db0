import { useRouter } from 'next/router';
import { DisownLoginView } from './disown-login-view.tsx';
import { EmailChangeView } from './email-change-view.tsx';
import { UndoSecondFactorView } from './undo-second-factor-view.tsx';

/**
 * `/auth/email-change?token=…`, and with `undo=second-factor` or `undo=login` the same for two-factor
 * authentication and for a login. One page for all: with a page of its own, the bundler splits the scripts that
 * all pages share, which costs each 0.8 kB.
 */
export function MailedUndoView() {
  const { undo } = useRouter().query;
  if (undo === 'second-factor') return <UndoSecondFactorView />;
  return undo === 'login' ? <DisownLoginView /> : <EmailChangeView />;
}
