import { useCallback, useEffect, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { problemMessage } from '#lib/problem.ts';
import { share } from '#components/content/community/share.ts';
import { StreamState } from '#components/talk/streams/stream-time.tsx';
import { changeStream } from '#services/talk/streams/own-streams.ts';
import { getStream } from '#services/talk/streams/streams.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import '#state/streams/live-counts.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { streamLeft, streamWatched } from '#state/streams/stream-watch.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { StreamChat } from '../chat/stream-chat.tsx';
import { GoalBar } from '../watch/goal-bar.tsx';
import { useMediaReports } from '../use-media-reports.ts';
import { PrivateRequests } from '../private/private-requests.tsx';
import { EditStream } from './edit-stream.tsx';
import { Health } from './health.tsx';
import { Preview } from './preview.tsx';
import styles from './studio.module.css';
import type { Broadcast } from './use-broadcast.ts';
import type { Capture } from '../devices/use-capture.ts';

const notices: Partial<Record<Broadcast['state'], string>> = {
  connecting: 'Connecting. Viewers see you in a moment.',
  reconnecting: 'Your connection was lost. Viewers see “Back in a moment” while it reconnects.',
  refused: 'The server doesn’t accept your stream anymore. Reload the page to continue.',
  unsupported: 'This browser can’t send video. Use a current version of Chrome, Edge, Firefox or Safari.',
  elsewhere: 'Your stream continues in another tab or on another device.',
};

/** Keeps the stream up to date, and says when the server has ended it. */
function useOwnStream(initial: Stream, onOver: (stream: Stream) => void): Stream {
  const dispatch = useAppDispatch();
  const { data } = useRead(getStream, { params: { id: initial._id } }, { pollingInterval: 15_000 });
  useEffect(() => {
    dispatch(streamWatched(initial._id));
    return () => void dispatch(streamLeft(initial._id));
  }, [dispatch, initial._id]);
  useEffect(() => {
    if (data?.state === 'ended') onOver(data);
  }, [data, onOver]);
  return data ?? initial;
}

function EndDialog({
  stream,
  onEnded,
  onClose,
}: {
  stream: Stream;
  onEnded: (ended: Stream) => void;
  onClose: () => void;
}) {
  const [change, { isLoading }] = useWrite(changeStream);
  const confirm = async () => {
    const { data, error } = await change({ params: { id: stream._id }, body: { state: 'ended' } });
    onClose();
    if (error) toast.error(problemMessage(error));
    if (data) onEnded(data);
  };
  return (
    <LazyConfirmDialog
      open
      title="End your stream?"
      text={`“${stream.title}” ends for everyone who is watching.`}
      confirmLabel="End stream"
      cancelLabel="Keep streaming"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

export interface OnAirProps {
  readonly broadcast: Broadcast;
  readonly capture: Capture;
  /** Whether fans may ask for private streams. */
  readonly hasRequests: boolean;
  readonly onEnded: (stream: Stream) => void;
}

/** The page while live: own picture, time, viewers, health, and what can be changed. */
export function OnAir({ broadcast, capture, hasRequests, onEnded }: OnAirProps) {
  const stream = useOwnStream(broadcast.stream, onEnded);
  const [isEnding, setIsEnding] = useState(false);
  useMediaReports(stream._id, broadcast.state === 'live', () => ({ isSending: true, receives: [] }));
  const notice = notices[broadcast.state];
  // The button that went live is at the end of a long form.
  const top = useCallback(
    (element: HTMLDivElement | null) => element?.scrollIntoView({ block: 'start' }),
    [],
  );
  return (
    <div ref={top} className={styles.columns}>
      <div className={styles.column}>
        {broadcast.state === 'encoder' ? (
          <Notice>This tab doesn’t send video. It comes from your encoder or another device.</Notice>
        ) : (
          <Preview capture={capture} />
        )}
        {notice ? (
          <Notice tone="warning" announce>
            {notice}
          </Notice>
        ) : null}
        <Card>
          <Stack gap={16}>
            <Row justify="between">
              <StreamState state={stream.state} />
              <Row>
                <ButtonLink href={routes.stream(stream._id)} target="_blank">
                  View as a fan
                </ButtonLink>
                <Button onClick={() => share(routes.stream(stream._id), stream.title)}>Share</Button>
                <Button variant="danger" onClick={() => setIsEnding(true)}>
                  End stream
                </Button>
              </Row>
            </Row>
            <Health stream={stream} isConnecting={broadcast.state === 'connecting'} />
          </Stack>
        </Card>
        <GoalBar stream={stream} />
        <EditStream stream={stream} />
      </div>
      <div className={styles.column}>
        <div className={styles.chat}>
          <StreamChat streamId={stream._id} kind="public" />
        </div>
        {hasRequests ? <PrivateRequests /> : null}
      </div>
      {isEnding ? <EndDialog stream={stream} onEnded={onEnded} onClose={() => setIsEnding(false)} /> : null}
    </div>
  );
}
