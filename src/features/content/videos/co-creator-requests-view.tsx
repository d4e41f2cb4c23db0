import Handshake from 'lucide-react/icons/handshake';
import { useState } from 'react';
import type { CoCreation } from '#contract/content/co-creators.ts';
import { problemMessage } from '#lib/problem.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { LoadedList } from '#components/base/lists/loaded-list.tsx';
import { Person } from '#components/people/accounts/person.tsx';
import { VideoPlayer } from '#components/content/videos/players.tsx';
import { answerCoCreation, listCoCreations, withdrawCoCreation } from '#services/content/co-creators.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Chip, ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { LongText } from '#ui/content/rich-text.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './studio-videos.module.css';

type State = CoCreation['state'];
const filters: readonly (readonly [State, string])[] = [
  ['pending', 'Pending'],
  ['accepted', 'Accepted'],
  ['declined', 'Declined'],
];

const PageSkeleton = () => (
  <Skeleton label="Loading requests">
    <Card>
      <Stack>
        <SkeletonText lines={2} />
        <SkeletonBlock ratio={16 / 9} width="100%" />
      </Stack>
    </Card>
  </Skeleton>
);

/** The content itself, so that creators can see it before they decide. */
function Shown({ request: { kind, files, title } }: { request: CoCreation }) {
  const [first] = files;
  if (!first) return null;
  if (kind === 'video')
    return first.sources.length > 0 ? (
      <VideoPlayer file={first} label={title} />
    ) : (
      <p className={styles.figure}>This video is still being processed.</p>
    );
  return (
    <ul className={styles.photos} aria-label="Photos">
      {files.map((file) => (
        <li key={file._id}>
          <Picture
            sources={file.sizes}
            alt={file.alt ?? ''}
            placeholder={file.placeholder}
            ratio={1}
            sizes="160px"
          />
        </li>
      ))}
    </ul>
  );
}

function Unanswered({ request: { _id } }: { request: CoCreation }) {
  const [answer, { isLoading, originalArgs }] = useWrite(answerCoCreation);
  const send = async (given: 'accept' | 'decline') => {
    const result = await answer({ params: { id: _id }, body: { answer: given } });
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success(given === 'accept' ? 'Accepted. Your name now appears on it.' : 'Declined');
  };
  const busy = (given: 'accept' | 'decline') => isLoading && originalArgs?.body.answer === given;
  return (
    <Row gap={12}>
      <Button variant="primary" busy={busy('accept')} onClick={() => void send('accept')}>
        Accept
      </Button>
      <Button busy={busy('decline')} onClick={() => void send('decline')}>
        Decline
      </Button>
    </Row>
  );
}

function Accepted({ request: { _id } }: { request: CoCreation }) {
  const [withdraw, { isLoading }] = useWrite(withdrawCoCreation);
  const leave = async () => {
    const result = await withdraw({ params: { id: _id } });
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success('Your name was removed');
  };
  return (
    <Row>
      <Button variant="quietDanger" busy={isLoading} onClick={() => void leave()}>
        Remove my name
      </Button>
    </Row>
  );
}

const Request = ({ request }: { request: CoCreation }) => (
  <Card as="article" aria-label={request.title || `A ${request.kind}`}>
    <Stack gap={12}>
      <Row justify="between" gap={12}>
        <Person person={request.performer} aside={<RelativeTime iso={request.createdAt} />} />
        <Chip>
          {request.kind[0]?.toUpperCase()}
          {request.kind.slice(1)}
        </Chip>
      </Row>
      {request.title ? <h2 className={styles.requestTitle}>{request.title}</h2> : null}
      {request.description ? <LongText text={request.description} /> : null}
      <Shown request={request} />
      {request.state === 'pending' ? <Unanswered request={request} /> : null}
      {request.state === 'accepted' ? <Accepted request={request} /> : null}
    </Stack>
  </Card>
);

const nothing: Record<State, { title: string; text: string }> = {
  pending: {
    title: 'No pending requests',
    text: 'When another creator tags you in a video, gallery or photo, you can accept or decline it here.',
  },
  accepted: {
    title: 'No accepted requests',
    text: 'Videos, galleries and photos you’re tagged in appear here.',
  },
  declined: {
    title: 'No declined requests',
    text: 'Requests you decline appear here. The same creator can’t ask again for the same item.',
  },
};

function Found({ state }: { state: State }) {
  const list = toInfinitePages(useList(listCoCreations, { query: { state } }));
  return (
    <LoadedList
      list={list}
      firstSkeleton={<PageSkeleton />}
      skeleton={<PageSkeleton />}
      empty={<EmptyState icon={<Handshake size={28} />} {...nothing[state]} />}
      label="Requests"
    >
      {(request) => <Request request={request} />}
    </LoadedList>
  );
}

/** `/creator/requests`: content of other creators that the creator is tagged in. */
export function RequestsView() {
  const [state, setState] = useState<State>('pending');
  return (
    <Stack gap={24}>
      <PageHead title="Requests" unlisted />
      <PageHeader
        title="Requests"
        text="Other creators tagged you in their content. It’s published with your name once you accept."
      />
      <ChipRow label="Status">
        {filters.map(([key, label]) => (
          <ChipButton key={key} pressed={key === state} onClick={() => setState(key)}>
            {label}
          </ChipButton>
        ))}
      </ChipRow>
      <Found key={state} state={state} />
    </Stack>
  );
}
