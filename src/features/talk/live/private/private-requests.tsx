import { useEffect } from 'react';
import { Person } from '#components/people/accounts/person.tsx';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { isWaitingState } from '#components/talk/streams/private-texts.ts';
import type { PrivateStream } from '#contract/talk/streams/private.ts';
import { listPrivateStreams } from '#services/talk/streams/private-streams.ts';
import { useList } from '#state/query/hooks.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { requestsWanted, selectPrivateStreamRequests } from '#state/streams/private-stream.ts';
import { Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Card } from '#ui/layout/card.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { RequestAnswers } from './request-answers.tsx';
import styles from './private.module.css';

const Request = ({ stream }: { stream: PrivateStream }) => (
  <Card as="li" padding="tight">
    <Stack gap={12}>
      <Person person={stream.user} aside={<RelativeTime iso={stream.createdAt} />} />
      {stream.note === '' ? null : <p>{stream.note}</p>}
      <p>
        <Tokens tokens={stream.perMinute} /> a minute
      </p>
      <RequestAnswers stream={stream} />
    </Stack>
  </Card>
);

function List() {
  const waiting = useAppSelector(selectPrivateStreamRequests);
  const list = toInfinitePages(
    useList(listPrivateStreams, { query: { side: 'creator', state: 'open', limit: 50 } }),
  );
  if (list.waiting)
    return (
      <Skeleton>
        <SkeletonBlock height={120} />
      </Skeleton>
    );
  if (list.error) return <ErrorState text={list.error} onRetry={list.more} />;
  const known = list.items.filter(({ state }) => isWaitingState(state));
  const requests = known.filter((each) => waiting.some(({ streamId }) => streamId === each._id));
  if (requests.length === 0) return <p>No requests right now.</p>;
  return (
    <ul className={styles.list} aria-label="Requests for a private stream">
      {requests.map((stream) => (
        <Request key={stream._id} stream={stream} />
      ))}
    </ul>
  );
}

/** The creator's open requests, oldest answer first. Kept up to date by events. */
export function PrivateRequests() {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(requestsWanted()), [dispatch]);
  return (
    <SectionCard title="Private stream requests">
      <List />
    </SectionCard>
  );
}
