import { Suspense, useSyncExternalStore } from 'react';
import { useAppSelector } from '#state/hooks';
import { selectSubscriptionModal } from '#state/subscription-modal';
import { lazyPart } from '#ui/lazy-part';
import { closeTask, taskStore } from './open-dialog.tsx';

// Each comes with its first use: most visits pay for nothing.
const SubscribeDialog = lazyPart(async () => (await import('./subscribe-dialog.tsx')).SubscribeDialog);
const TipDialog = lazyPart(async () => (await import('./tip-dialog.tsx')).TipDialog);
const UnlockDialog = lazyPart(async () => (await import('./unlock-dialog.tsx')).UnlockDialog);
const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog);
const BlockDialog = lazyPart(async () => (await import('./block-dialog.tsx')).BlockDialog);
const UnlockWorkDialog = lazyPart(async () => (await import('./unlock-work-dialog.tsx')).UnlockWorkDialog);

function Task() {
  const task = useSyncExternalStore(taskStore.subscribe, taskStore.read, () => null);
  switch (task?.kind) {
    case 'tip':
      return <TipDialog performer={task.performer} feedId={task.feedId} onClose={closeTask} />;
    case 'unlock':
      return <UnlockDialog feed={task.feed} onClose={closeTask} />;
    case 'unlock-work':
      return <UnlockWorkDialog work={task.work} onClose={closeTask} />;
    case 'report':
      return <ReportDialog target={task.target} onClose={closeTask} />;
    case 'block':
      return <BlockDialog person={task.person} leaveTo={task.leaveTo} onClose={closeTask} />;
    case undefined:
      return null;
  }
}

/** Where everything that is paid for opens, and what is done against others. Mounted once, beside the page. */
export function PurchaseDialogs() {
  const { showModal, performer, subscriptionType } = useAppSelector(selectSubscriptionModal);
  return (
    <Suspense fallback={null}>
      {showModal && performer ? <SubscribeDialog performer={performer} type={subscriptionType} /> : null}
      <Task />
    </Suspense>
  );
}
