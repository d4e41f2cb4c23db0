import { useRouter } from 'next/router';
import { Suspense } from 'react';
import { routes } from '#config/routes.ts';
import { getOwnPerformer } from '#services/people/creators.ts';
import { useRead } from '#state/query/hooks.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';

const Standing = lazyPart(async () => (await import('./standing.tsx')).Standing);

/**
 * Shown at the top of every studio page while something keeps the creator from being visible or subscribed
 * to. The account page has its own notices.
 */
export function ApprovalNotice() {
  const { pathname } = useRouter();
  const { data: performer } = useRead(getOwnPerformer);
  if (!performer || pathname === routes.creatorAccount) return null;
  const hasPrice = performer.monthlyPrice !== null || performer.isFreeSubscription;
  if (performer.verified === 'approved' && hasPrice) return null;
  return (
    <Suspense fallback={null}>
      <Standing performer={performer} hasPrice={hasPrice} />
    </Suspense>
  );
}
