import { messages } from '../lazy-parts.ts';
import { type SagaRun, runRootSaga } from '../root-saga.ts';

/** For pages that open with conversations. */
export function runRootSagaWithMessages(run: SagaRun): () => void {
  // Needed anyway, so they don't wait for the first action.
  void messages.load();
  return runRootSaga(run);
}
