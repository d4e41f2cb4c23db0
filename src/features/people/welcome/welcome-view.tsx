import { routes } from '#config/routes.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './welcome.module.css';

const InterestChips = lazyPart(
  async () => (await import('#components/people/creators/interest-chips.tsx')).InterestChips,
);
const SuggestedCreators = lazyPart(async () => (await import('./suggested-creators.tsx')).SuggestedCreators);

const skeleton = (
  <Skeleton label="Loading">
    <SkeletonBlock height={240} width="100%" />
  </Skeleton>
);

/** `/welcome`: what a new account does first. The step is kept in the URL; every step can be skipped. */
export function WelcomeView() {
  const { get, set } = useQueryParams();
  const isFollowing = get('step') === 'follow';
  const goTo = (step: string) => {
    set({ step });
    window.scrollTo({ top: 0 });
  };
  return (
    <Stack gap={24} className={styles.page}>
      <PageHead title="Welcome" unlisted />
      <PageHeader
        title={isFollowing ? 'Follow a few creators' : 'What are you interested in?'}
        text={
          isFollowing
            ? 'Step 2 of 2. Their posts fill your home feed. You can unfollow at any time.'
            : 'Step 1 of 2. We’ll suggest creators based on what you choose. You can change it in your account.'
        }
      />
      {isFollowing ? (
        <LazyClient skeleton={skeleton}>
          <SuggestedCreators />
        </LazyClient>
      ) : (
        <LazyClient skeleton={skeleton}>
          <InterestChips />
        </LazyClient>
      )}
      <div className={styles.actions}>
        {isFollowing ? (
          <>
            <ButtonLink variant="primary" large href={routes.home}>
              Go to your feed
            </ButtonLink>
            <Button variant="quiet" large onClick={() => goTo('')}>
              Back
            </Button>
          </>
        ) : (
          <>
            <Button variant="primary" large onClick={() => goTo('follow')}>
              Continue
            </Button>
            <ButtonLink variant="quiet" large href={routes.home}>
              Skip
            </ButtonLink>
          </>
        )}
      </div>
    </Stack>
  );
}
