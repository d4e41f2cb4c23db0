import { Suspense, lazy, useSyncExternalStore } from 'react';
import { useAppSelector } from '#state/hooks';
import { selectSubscriptionModal } from '#state/subscription-modal';
import { closeTask, taskStore } from './open-dialog.tsx';

// Each comes with its first use: most visits pay for nothing.
const SubscribeDialog = lazy(async () => ({ default: (await import('./subscribe-dialog.tsx')).SubscribeDialog }));
const TipDialog = lazy(async () => ({ default: (await import('./tip-dialog.tsx')).TipDialog }));
const UnlockDialog = lazy(async () => ({ default: (await import('./unlock-dialog.tsx')).UnlockDialog }));

function Task() {
  const task = useSyncExternalStore(taskStore.subscribe, taskStore.read, () => null);
  if (task?.kind === 'tip') return <TipDialog performer={task.performer} feedId={task.feedId} onClose={closeTask} />;
  if (task?.kind === 'unlock') return <UnlockDialog feed={task.feed} onClose={closeTask} />;
  return null;
}

/** Where everything that is paid for opens. Mounted once, beside the page. */
export function PurchaseDialogs() {
  const { showModal, performer, subscriptionType } = useAppSelector(selectSubscriptionModal);
  return (
    <Suspense fallback={null}>
      {showModal && performer ? <SubscribeDialog performer={performer} type={subscriptionType} /> : null}
      <Task />
    </Suspense>
  );
}
