import { listQuestion } from '#services/http/endpoints.ts';
import { listPrivateStreams } from '#services/talk/streams/private-streams.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { PrivateList } from './private-list.tsx';
import { PrivateRequests } from './private-requests.tsx';

/** What a fan's page asks first. */
export const privateStreamQuestions = () => [
  listQuestion(listPrivateStreams, { query: { side: 'fan' as const } }),
];

/** `/user/private-streams`: what the viewer asked for. */
export const OwnPrivateStreamsView = () => (
  <Stack gap={24}>
    <PageHead title="Private streams" unlisted />
    <PageHeader title="Private streams" text="Requests, running streams, and what each one cost." />
    <PrivateList side="fan" />
  </Stack>
);

/** `/creator/private-streams`: requests to the creator, and the streams that came of them. */
export const CreatorPrivateStreamsView = () => (
  <Stack gap={24}>
    <PageHead title="Private streams" unlisted />
    <PageHeader title="Private streams" text="Requests, running streams, and what each one earned." />
    <PrivateRequests />
    <PrivateList side="creator" />
  </Stack>
);
