import UserRoundX from 'lucide-react/icons/user-round-x';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { useGetPerformerQuery } from '#state/api/creators.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { ProfileContent } from './profile-content.tsx';

const Nobody = () => (
  <>
    <PageHead title="Profile not found" unlisted />
    <EmptyState
      level={1}
      icon={<UserRoundX size={28} />}
      title="Profile not found"
      text="The link may be broken, or the profile isn’t public."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  </>
);

/** The profile that the address names, where the page came without it. */
export function LoadedProfile({ skeleton }: { skeleton: ReactNode }) {
  const { query, isReady } = useRouter();
  const name = typeof query['profileId'] === 'string' ? query['profileId'] : '';
  const { currentData, error, isFetching, refetch } = useGetPerformerQuery(name, {
    skip: !isReady || name === '',
  });
  if (currentData) return <ProfileContent key={currentData._id} performer={currentData} />;
  if (error && 'status' in error && error.status === 404) return <Nobody />;
  if (error && !isFetching)
    return <ErrorState level={1} text={problemMessage(error)} onRetry={() => void refetch()} />;
  return skeleton;
}
