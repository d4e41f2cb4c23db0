import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { renewRecoveryCodes } from '#services/people/auth/factors.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Replaces the recovery codes and shows the new ones. */
export function RenewDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const renew = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setCodes((await renewRecoveryCodes(api)).recoveryCodes);
    } catch (caught) {
      setProblem(problemMessage(caught));
    }
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={codes === null}
      title={codes ? 'Your new recovery codes' : 'Create new recovery codes?'}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <Stack>
          <p>The codes you have now stop working.</p>
          {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
          <Button variant="primary" block busy={busy} onClick={() => void renew()}>
            Create codes
          </Button>
        </Stack>
      )}
    </Dialog>
  );
}
