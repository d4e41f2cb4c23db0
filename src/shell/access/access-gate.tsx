import type { ReactNode } from 'react';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { decideAccess } from './access-decision.ts';
import type { PageFlags } from '../pages/page-flags.ts';
import { useSession } from './session.ts';

/** A generic skeleton, shown until it is known whether the page may be. */
const PageSkeleton = () => (
  <>
    <PageHead />
    <Skeleton>
      <Stack gap={24}>
        <SkeletonBlock width="40%" height={32} />
        <SkeletonBlock width="100%" height={180} />
        <SkeletonText lines={4} />
      </Stack>
    </Skeleton>
  </>
);

const ApprovalNotice = lazyPart(
  async () => (await import('#components/people/creators/approval-notice.tsx')).ApprovalNotice,
);

/** Shows a page to those who may see it, and a skeleton to others until `useGuard` has redirected them. */
export function AccessGate({ flags, children }: { flags: PageFlags; children: ReactNode }) {
  if (decideAccess({ flags, ...useSession() }).kind !== 'show') return <PageSkeleton />;
  if (!flags.onlyPerformer) return children;
  return (
    <>
      <LazyClient skeleton={null}>
        <ApprovalNotice />
      </LazyClient>
      {children}
    </>
  );
}
