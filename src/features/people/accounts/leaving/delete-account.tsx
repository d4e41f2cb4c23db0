import { Suspense, useState } from 'react';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getDeletion } from '#services/across/leaving.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { SettleFirst } from './settle-first.tsx';

const DeleteAccountDialog = lazyPart(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

const skeleton = (
  <Skeleton>
    <SkeletonText lines={1} />
  </Skeleton>
);

/** Deletes one's account after some days, unless something has to be settled first; that is named and linked. */
export function DeleteAccount() {
  const request = useRead(getDeletion);
  const [asks, setAsks] = useState(false);
  const ask = () => {
    setAsks(true);
    // The balance may have changed since the page was opened.
    void request.refetch();
  };
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(deletion) =>
        deletion.obligations.length > 0 ? (
          <SettleFirst obligations={deletion.obligations} />
        ) : (
          <div>
            <Button variant="quietDanger" onClick={ask}>
              Delete account
            </Button>
            {asks ? (
              <Suspense fallback={null}>
                <DeleteAccountDialog deletion={deletion} onClose={() => setAsks(false)} />
              </Suspense>
            ) : null}
          </div>
        )
      }
    </LoadedView>
  );
}
