import { ButtonLink } from '#ui/content/button-link.tsx';
import { Skeleton, SkeletonBlock, SkeletonPerson, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';

export const CreatorAccountHeading = ({ page }: { page?: string }) => (
  <>
    <PageHead title="Settings" unlisted />
    <PageHeader
      title="Settings"
      text="Your page, prices, payouts and account."
      actions={page ? <ButtonLink href={page}>View your page</ButtonLink> : undefined}
    />
  </>
);

export const CreatorAccountSkeleton = () => (
  <Stack gap={24}>
    <CreatorAccountHeading />
    <Skeleton label="Loading your settings">
      <Stack gap={24}>
        <SkeletonBlock ratio={3} width="100%" />
        <SkeletonPerson size={96} />
        <SkeletonText lines={6} />
      </Stack>
    </Skeleton>
  </Stack>
);
