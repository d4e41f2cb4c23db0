import { againstPerson } from '#components/people/accounts/person-menu.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { isRunningState, isWaitingState } from '#components/talk/streams/private-texts.ts';
import type { PrivateStream } from '#contract/talk/streams/private.ts';
import { getPrivateStream } from '#services/talk/streams/private-streams.ts';
import { useRead } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { routes } from '#config/routes.ts';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { AwaitingAnswer } from './awaiting-answer.tsx';
import { PrivateRoom } from './private-room.tsx';
import { SpectatorGate } from './spectator-gate.tsx';
import { StatementView } from './statement-view.tsx';

export type PrivatePart = 'creator' | 'fan' | 'spectator';

const viewerPart = (stream: PrivateStream, viewerId: string | undefined): PrivatePart =>
  viewerId === stream.performer._id ? 'creator' : viewerId === stream.user._id ? 'fan' : 'spectator';

const titleFor = ({ performer, user }: PrivateStream, part: PrivatePart): string =>
  part === 'creator'
    ? `Private stream with ${user.name}`
    : part === 'fan'
      ? `Private stream with ${performer.name}`
      : `${performer.name} and ${user.name}`;

function Body({ stream, part }: { stream: PrivateStream; part: PrivatePart }) {
  if (isWaitingState(stream.state)) return <AwaitingAnswer stream={stream} part={part} />;
  if (!isRunningState(stream.state)) return <StatementView stream={stream} part={part} />;
  // Of a spectator who left, or ran out of tokens, nothing is on hold.
  if (part === 'spectator' && !stream.meter?.held) return <SpectatorGate stream={stream} />;
  return <PrivateRoom stream={stream} part={part} />;
}

/** Reports or blocks the other side. Blocking ends the stream. */
function Against({ stream, part }: { stream: PrivateStream; part: PrivatePart }) {
  const isCreator = part === 'creator';
  const other = isCreator ? stream.user : stream.performer;
  const leaveTo = isCreator ? routes.creatorPrivateStreams : routes.privateStreams;
  return <Menu label={`More about ${other.name}`} items={againstPerson(other, leaveTo)} />;
}

function Content({ stream }: { stream: PrivateStream }) {
  const part = viewerPart(stream, useAppSelector(selectAuthUser)?._id);
  const title = titleFor(stream, part);
  return (
    <Stack gap={24}>
      <PageHead title={title} unlisted />
      <PageHeader
        title={title}
        actions={part === 'spectator' ? null : <Against stream={stream} part={part} />}
      />
      <Body stream={stream} part={part} />
    </Stack>
  );
}

/** `/live/private/[id]`, for both sides and for spectators. */
export function PrivateStreamView() {
  const id = useRouteParam('id');
  const request = useRead(getPrivateStream, id === '' ? null : { params: { id } }, {
    pollingInterval: 15_000,
  });
  return (
    <LoadedView
      request={request}
      skeleton={
        <Skeleton>
          <SkeletonBlock height={360} />
        </Skeleton>
      }
      notFound={
        <NotFound
          title="Private stream not found"
          text="The link may be broken, or you’re not part of this stream."
        />
      }
    >
      {(stream) => <Content key={stream._id} stream={stream} />}
    </LoadedView>
  );
}
