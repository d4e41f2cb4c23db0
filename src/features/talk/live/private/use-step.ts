import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import {
  acceptPrivateStream,
  cancelPrivateStream,
  declinePrivateStream,
  endPrivateStream,
  leavePrivateStream,
  postponePrivateStream,
} from '#services/talk/streams/private-streams.ts';
import { useWrite } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';

/** What one of its people does with a private stream. */
type Step = 'accept' | 'decline' | 'later' | 'cancel' | 'end' | 'leave';

/** Takes a step with a private stream, and says why when it fails. */
export function useStep(id: string) {
  const [accept] = useWrite(acceptPrivateStream);
  const [decline] = useWrite(declinePrivateStream);
  const [later] = useWrite(postponePrivateStream);
  const [cancel] = useWrite(cancelPrivateStream);
  const [end] = useWrite(endPrivateStream);
  const [leave] = useWrite(leavePrivateStream);
  const [busy, setBusy] = useState<Step | null>(null);
  const step = async (what: Step): Promise<boolean> => {
    setBusy(what);
    const { error } = await { accept, decline, later, cancel, end, leave }[what]({ params: { id } });
    setBusy(null);
    if (error) toast.error(problemMessage(error));
    return !error;
  };
  return { step, busy };
}
