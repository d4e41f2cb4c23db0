import type { ReactNode } from 'react';
import { PageHead } from '#ui/page-head';
import { Bone, BoneText, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { decideAccess } from './access-decision.tsx';
import type { PageFlags } from './page-flags.tsx';
import { useSession } from './session.tsx';

/** The shape of a page in general, while nobody knows yet whether it may be shown. */
const PageBones = () => (
  <>
    <PageHead />
    <Skeleton>
      <Stack gap={24}>
        <Bone width="40%" height={32} />
        <Bone width="100%" height={180} />
        <BoneText lines={4} />
      </Stack>
    </Skeleton>
  </>
);

/** Shows a page to whom it is for; the others see its shape until `useGuard` has sent them where they belong. */
export const AccessGate = ({ flags, children }: { flags: PageFlags; children: ReactNode }) =>
  decideAccess({ flags, ...useSession() }).kind === 'show' ? children : <PageBones />;
