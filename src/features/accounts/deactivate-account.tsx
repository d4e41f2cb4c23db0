import { useState } from 'react';
import { LoadedView } from '#components/lists/loaded-view.tsx';
import { problemMessage } from '#lib/problem.ts';
import { useDeactivateAccountMutation, useGetDeactivationQuery } from '#state/api/accounts.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { logoutRequested, sessionEndsHere } from '#state/session/auth.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

function Confirm({ isPerformer, onClose }: { isPerformer: boolean; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [deactivate, { isLoading }] = useDeactivateAccountMutation();
  const confirm = async () => {
    // The session ends with the account; the logout below leads to the login page.
    dispatch(sessionEndsHere());
    const { error } = await deactivate();
    onClose();
    if (error) return toast.error(problemMessage(error));
    toast.success('Your account is deactivated. Log in to come back.');
    return void dispatch(logoutRequested());
  };
  return (
    <LazyConfirmDialog
      open
      title="Deactivate your account?"
      text={
        isPerformer
          ? 'Nobody will see your page, posts or messages, and your subscribers won’t be charged again. Your subscriptions to others won’t renew. You’ll be logged out everywhere. Log in to come back.'
          : 'Nobody will see your profile or messages, and your subscriptions won’t renew. You’ll be logged out everywhere. Log in to come back.'
      }
      confirmLabel="Deactivate account"
      busy={isLoading}
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
  const request = useGetDeactivationQuery();
  const [asks, setAsks] = useState(false);
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {({ obligations }) =>
        obligations.length > 0 ? (
          <Notice tone="warning" title="Settle this first">
            <ul>
              {obligations.map(({ message, href }) => (
                <li key={href}>
                  <Link href={href}>{message}</Link>
                </li>
              ))}
            </ul>
          </Notice>
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
