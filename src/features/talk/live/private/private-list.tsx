import Video from 'lucide-react/icons/video';
import { Person } from '#components/people/accounts/person.tsx';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { isRunningState, isWaitingState, privateStates } from '#components/talk/streams/private-texts.ts';
import { routes } from '#config/routes.ts';
import type { PrivateStream } from '#contract/talk/streams/private.ts';
import { formatDuration } from '#lib/format.ts';
import type { Cents } from '#lib/units.ts';
import { listPrivateStreams } from '#services/talk/streams/private-streams.ts';
import { useList } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Button } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import styles from './private.module.css';

type Side = 'fan' | 'creator';

const EarnedText = ({ cents }: { cents: Cents }) => (
  <>
    earned <Money cents={cents} />
  </>
);

function Entry({ stream, side }: { stream: PrivateStream; side: Side }) {
  const { _id, state, meter, earned, createdAt, performer, user } = stream;
  const other = side === 'fan' ? performer : user;
  const isRunning = isRunningState(state);
  return (
    <Card as="li">
      <Row justify="between" top>
        <Person person={other} aside={<RelativeTime iso={createdAt} />} />
        <Chip tone={isRunning ? 'success' : 'neutral'}>{privateStates[state]}</Chip>
      </Row>
      <Row justify="between">
        <span>
          {meter ? (
            <>
              {formatDuration(meter.seconds)},{' '}
              {earned === null || isRunning ? (
                <Tokens tokens={meter.tokens} />
              ) : (
                <EarnedText cents={earned} />
              )}
            </>
          ) : null}
        </span>
        <ButtonLink
          variant={isRunning ? 'primary' : 'soft'}
          href={routes.privateStream(_id)}
          aria-label={`Open the private stream with ${other.name}`}
        >
          {isRunning ? 'Join' : 'Open'}
        </ButtonLink>
      </Row>
    </Card>
  );
}

const empty: Readonly<Record<Side, string>> = {
  fan: 'Ask for one on a creator’s profile. It shows up here, with its statement afterwards.',
  creator: 'Requests from fans show up here, with their statements afterwards.',
};

/** The viewer's private streams on one side, newest first. */
export function PrivateList({ side }: { side: Side }) {
  const list = toInfinitePages(useList(listPrivateStreams, { query: { side } }));
  // A creator's requests are listed above, with their answers.
  const items = list.items.filter(({ state }) => side === 'fan' || !isWaitingState(state));
  if (list.waiting)
    return (
      <Skeleton>
        <SkeletonBlock height={240} />
      </Skeleton>
    );
  if (list.error && list.items.length === 0) return <ErrorState text={list.error} onRetry={list.more} />;
  if (items.length === 0 && !list.hasMore)
    return <EmptyState icon={<Video size={28} />} title="No private streams yet" text={empty[side]} />;
  return (
    <Stack gap={16}>
      <ul className={styles.list} aria-label="Private streams">
        {items.map((stream) => (
          <Entry key={stream._id} stream={stream} side={side} />
        ))}
      </ul>
      {list.hasMore ? (
        <div>
          <Button busy={list.loading} onClick={list.more}>
            Show more
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
