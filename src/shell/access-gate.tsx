import { useRouter } from 'next/router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Bone, BoneText, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { decideAccess } from './access-decision.tsx';
import type { PageFlags } from './page-flags.tsx';
import { useSession } from './session.tsx';

/** The shape of a page in general, while nobody knows yet whether it may be shown. */
const PageBones = () => (
  <Skeleton>
    <Stack gap={24}>
      <Bone width="40%" height={32} />
      <Bone width="100%" height={180} />
      <BoneText lines={4} />
    </Stack>
  </Skeleton>
);

/** Shows a page to whom it is for and sends the others where they belong. */
export function AccessGate({ flags, children }: { flags: PageFlags; children: ReactNode }) {
  const router = useRouter();
  const { checked, expected, user } = useSession();
  const from = typeof router.query['from'] === 'string' ? router.query['from'] : null;
  const decision = decideAccess({ flags, checked, expected, user, path: router.asPath, from });
  const to = decision.kind === 'go' ? decision.to : null;
  useEffect(() => {
    if (to !== null && router.isReady) void router.replace(to);
    // The router object changes with every render of it; only the destination counts.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [to, router.isReady]);
  return decision.kind === 'show' ? children : <PageBones />;
}
