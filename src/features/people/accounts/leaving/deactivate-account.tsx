import { useState } from 'react';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { problemMessage } from '#lib/problem.ts';
import { deactivateAccount, getDeactivation } from '#services/across/leaving.ts';
import { useRead } from '#state/query/hooks.ts';
import { useApi, useAppDispatch } from '#state/hooks.ts';
import { logoutRequested, sessionEndsHere } from '#state/session/auth.ts';
import { Button } from '#ui/content/button.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { SettleFirst } from './settle-first.tsx';

function Confirm({ isPerformer, onClose }: { isPerformer: boolean; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    // The session ends with the account, perhaps before the reply arrives, and with it all cached requests:
    // hence a plain call. The logout below leads to the login page.
    dispatch(sessionEndsHere());
    try {
      await deactivateAccount(api);
      toast.success('Your account is deactivated. Log in to come back.');
      dispatch(logoutRequested());
    } catch (caught) {
      toast.error(problemMessage(caught));
      onClose();
    }
  };
  return (
    <LazyConfirmDialog
      open
      title="Deactivate your account?"
      text={
        isPerformer
          ? 'No one will see your page, posts or messages, and your subscribers won’t be charged again. Your subscriptions to others won’t renew. You’ll be logged out everywhere. Log in to come back.'
          : 'No one will see your profile or messages, and your subscriptions won’t renew. You’ll be logged out everywhere. Log in to come back.'
      }
      confirmLabel="Deactivate account"
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

const skeleton = (
  <Skeleton>
    <SkeletonText lines={1} />
  </Skeleton>
);

/** Closes one's account until the next login, unless others wait for something; that is named and linked. */
export function DeactivateAccount({ isPerformer }: { isPerformer: boolean }) {
  const request = useRead(getDeactivation);
  const [asks, setAsks] = useState(false);
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {({ obligations }) =>
        obligations.length > 0 ? (
          <SettleFirst obligations={obligations} />
        ) : (
          <div>
            <Button variant="quietDanger" onClick={() => setAsks(true)}>
              Deactivate account
            </Button>
            {asks ? <Confirm isPerformer={isPerformer} onClose={() => setAsks(false)} /> : null}
          </div>
        )
      }
    </LoadedView>
  );
}
