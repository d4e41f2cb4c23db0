import { Suspense, useSyncExternalStore } from 'react';
import { proofStore } from '#services/http/proof.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';

const StepUpDialog = lazyPart(
  async () => (await import('#components/people/auth/step-up-dialog.tsx')).StepUpDialog,
);

/** Asks for a proof of identity when a call needs one; the dialog's code loads then. */
export function StepUpHost() {
  const asked = useSyncExternalStore(proofStore.subscribe, proofStore.read, () => null);
  return asked ? (
    <Suspense fallback={null}>
      <StepUpDialog asked={asked} />
    </Suspense>
  ) : null;
}
