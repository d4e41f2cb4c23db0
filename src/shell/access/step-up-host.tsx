import { Suspense, useSyncExternalStore } from 'react';
import { proofStore } from '#services/http/proof.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';

const StepUpDialog = lazyPart(
  async () => (await import('#components/people/auth/step-up-dialog.tsx')).StepUpDialog,
);

/** Asks for a proof of identity when a call needs one; the dialog's code loads then. */
export function StepUpHost() {
  const requested = useSyncExternalStore(proofStore.subscribe, proofStore.read, () => null);
  return requested ? (
    <Suspense fallback={null}>
      <StepUpDialog requested={requested} />
    </Suspense>
  ) : null;
}
