import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Meter, Progress } from '#ui/feedback/progress.tsx';
import {
  Skeleton,
  SkeletonBlock,
  SkeletonPerson,
  SkeletonPost,
  SkeletonText,
} from '#ui/feedback/skeleton.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { EmptyState, ErrorState, NotAllowed } from '#ui/feedback/states.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';

export const Notices = () => (
  <Stack>
    <Notice>Your profile is being reviewed.</Notice>
    <Notice tone="success" title="Published">
      Followers see it now.
    </Notice>
    <Notice tone="warning" action={<Button>Update card</Button>}>
      Your card expires this month.
    </Notice>
    <Notice tone="danger" title="Payment failed">
      Your card was declined. Ask your bank, or use another card.
    </Notice>
  </Stack>
);
export const Loading = () => (
  <Skeleton>
    <Stack>
      <SkeletonPerson />
      <SkeletonText />
      <SkeletonBlock height={48} width="60%" />
    </Stack>
  </Skeleton>
);
export const LoadingPost = () => (
  <Skeleton>
    <SkeletonPost />
  </Skeleton>
);
export const Progressing = () => (
  <Stack>
    <Progress label="Upload" percent={40} />
    <Progress label="Upload, done" percent={100} />
    <Meter
      label="Of 500 tokens"
      parts={[
        { label: 'spent', value: 320 },
        { label: 'on hold', value: 60 },
        { label: 'left', value: 120 },
      ]}
    />
    <Row>
      <Spinner /> Saving
    </Row>
  </Stack>
);
export const Empty = () => (
  <EmptyState
    title="No posts yet"
    text="Posts of creators you follow show up here."
    action={<Button>Explore</Button>}
  />
);
export const EmptyInACard = () => <EmptyState compact level={3} title="No saved cards" />;
export const Failed = () => <ErrorState text="Check your connection." onRetry={() => undefined} />;
export const FailedAndRetrying = () => (
  <ErrorState text="Check your connection." onRetry={() => undefined} busy />
);
export const Refused = () => (
  <NotAllowed
    title="Only for subscribers"
    text="Subscribe to Lena to read this."
    action={<Button>Subscribe</Button>}
  />
);
