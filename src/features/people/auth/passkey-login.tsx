import { useState } from 'react';
import type { ReplyOf } from '#contract/core/registry.ts';
import { beginPasskeyLogin, loginWithPasskey } from '#services/people/auth/passkeys.ts';
import { type Problem, toProblem } from '#services/http/problem.ts';
import { useApi, useAppStore } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

interface PasskeyLoginProps {
  /** After the password it is what was chosen there. */
  readonly remember: boolean;
  /** The login that was challenged after the password; absent to log in with the passkey alone. */
  readonly challenge?: string;
  readonly onSession: (session: ReplyOf<'POST /auth/login/passkey'>) => void;
  readonly onProblem: (problem: Problem) => void;
}

/** Logs in with a passkey. Its code loads with the press. */
export function PasskeyLogin({ remember, challenge, onSession, onProblem }: PasskeyLoginProps) {
  const api = useApi();
  const { storage } = useAppStore().deps;
  const [busy, setBusy] = useState(false);
  const hydrated = useHydrated();
  if (hydrated && !('PublicKeyCredential' in window)) return null;
  const press = async () => {
    setBusy(true);
    try {
      const { signChallenge } = await import('#components/people/auth/passkeys.ts');
      const credential = await signChallenge(await beginPasskeyLogin(api, { body: { challenge } }));
      const device = storage.local.read('device') ?? undefined;
      onSession(await loginWithPasskey(api, { body: { credential, remember, challenge, device } }));
    } catch (caught) {
      onProblem(toProblem(caught));
    }
    setBusy(false);
  };
  return (
    <Button large block busy={busy} onClick={() => void press()}>
      {challenge === undefined ? 'Use a passkey' : 'Use a passkey instead'}
    </Button>
  );
}
