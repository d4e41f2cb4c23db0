import { problemMessage } from '#lib/problem.ts';
import { type PrivateStreamStep, useStepPrivateStreamMutation } from '#state/api/streams/private-streams.ts';
import { toast } from '#ui/overlays/toast.ts';

/** Takes a step with a private stream, and says why when it fails. */
export function useStep(id: string) {
  const [take, { isLoading, originalArgs }] = useStepPrivateStreamMutation();
  const step = async (what: PrivateStreamStep): Promise<boolean> => {
    const result = await take({ id, step: what });
    if (result.error) toast.error(problemMessage(result.error));
    return !result.error;
  };
  return { step, busy: isLoading ? (originalArgs?.step ?? null) : null };
}
