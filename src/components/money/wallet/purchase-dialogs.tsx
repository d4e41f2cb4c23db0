import { useRouter } from 'next/router';
import { Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectSubscriptionModal, subscriptionModalUpdated } from '#state/session/subscription-modal.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { type OpenTask, closeTask, taskStore } from './purchase-tasks.ts';

// Loaded on first use, because most visits don't involve a payment.
const SubscribeDialog = lazyPart(
  async () => (await import('../../trade/subscriptions/subscribe-dialog.tsx')).SubscribeDialog,
);
const TipDialog = lazyPart(async () => (await import('./tip-dialog.tsx')).TipDialog);
const UnlockDialog = lazyPart(async () => (await import('./unlock-dialog.tsx')).UnlockDialog);
const ReportDialog = lazyPart(
  async () => (await import('../../content/community/report-dialog.tsx')).ReportDialog,
);
const BlockDialog = lazyPart(
  async () => (await import('../../people/accounts/block-dialog.tsx')).BlockDialog,
);
const ShareDialog = lazyPart(
  async () => (await import('../../content/community/share-dialog.tsx')).ShareDialog,
);
const CollectDialog = lazyPart(
  async () => (await import('../../content/community/collect-dialog.tsx')).CollectDialog,
);
const ListsDialog = lazyPart(
  async () => (await import('../../people/creators/lists-dialog.tsx')).ListsDialog,
);
const UnsentDialog = lazyPart(
  async () => (await import('../../talk/messages/unsent-dialog.tsx')).UnsentDialog,
);

type Purchase = Extract<OpenTask, { kind: 'tip' | 'unlock' }>;

/** A dialog that moves no money. */
function PlainTask({ task }: { task: Exclude<OpenTask, Purchase> }) {
  switch (task.kind) {
    case 'report':
      return <ReportDialog target={task.target} onClose={closeTask} />;
    case 'block':
      return <BlockDialog person={task.person} leaveTo={task.leaveTo} onClose={closeTask} />;
    case 'share':
      return <ShareDialog path={task.path} title={task.title} onClose={closeTask} />;
    case 'lists':
      return <ListsDialog creator={task.creator} onClose={closeTask} />;
    case 'collect':
      return <CollectDialog item={task.item} onClose={closeTask} />;
    case 'unsent':
      return <UnsentDialog onClose={closeTask} />;
  }
}

function Task() {
  const task = useSyncExternalStore(taskStore.subscribe, taskStore.read, () => null);
  if (!task) return null;
  switch (task.kind) {
    case 'tip':
      return (
        <TipDialog
          performer={task.performer}
          postId={task.postId}
          conversationId={task.conversationId}
          streamId={task.streamId}
          onClose={closeTask}
        />
      );
    case 'unlock':
      return <UnlockDialog item={task.item} onClose={closeTask} />;
    default:
      return <PlainTask task={task} />;
  }
}

/** Closes dialogs on navigation, because each belongs to the page it was opened on. */
function useClosedByLeaving(close: () => void) {
  const { events } = useRouter();
  const left = useEffectEvent((_to: string, { shallow }: { shallow: boolean }) => {
    if (!shallow) close();
  });
  useEffect(() => {
    const arrived = (to: string, how: { shallow: boolean }) => left(to, how);
    events.on('routeChangeComplete', arrived);
    return () => events.off('routeChangeComplete', arrived);
  }, [events]);
}

/** Hosts the dialogs for payments, reports, blocks and sharing. Mounted once, next to the page. */
export function PurchaseDialogs() {
  const dispatch = useAppDispatch();
  const { showModal, performer, subscriptionType } = useAppSelector(selectSubscriptionModal);
  useClosedByLeaving(() => {
    closeTask();
    if (showModal) dispatch(subscriptionModalUpdated({ showModal: false }));
  });
  return (
    <Suspense fallback={null}>
      {showModal && performer ? <SubscribeDialog performer={performer} type={subscriptionType} /> : null}
      <Task />
    </Suspense>
  );
}
