import { useState } from 'react';
import type { MediaKind } from '#contract/talk/messages/media.ts';
import { problemMessage } from '#lib/problem.ts';
import { listConversationMedia } from '#services/talk/messages/messages.ts';
import { useList } from '#state/query/hooks.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { messageJumpRequested } from '#state/messages/message.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { useEndWatch } from '#ui/hooks/use-scroll-end.ts';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Drawer } from '../head/drawer.tsx';
import { Tile } from './media-tile.tsx';
import { type MediaTile, toTiles } from './media-tiles.ts';
import { openInThread } from './open-in-thread.ts';
import styles from './media-panel.module.css';

const kinds = [
  { key: 'all', label: 'All' },
  { key: 'photo', label: 'Photos' },
  { key: 'video', label: 'Videos' },
  { key: 'voice', label: 'Voice' },
] as const;

const empty: Record<MediaKind, { title: string; text: string }> = {
  all: { title: 'No media yet', text: 'Photos, videos and voice messages you send each other appear here.' },
  photo: { title: 'No photos yet', text: 'Photos you send each other appear here.' },
  video: { title: 'No videos yet', text: 'Videos you send each other appear here.' },
  voice: { title: 'No voice messages yet', text: 'Voice messages you send each other appear here.' },
};

const skeleton = (
  <Skeleton label="Loading media">
    <div className={styles.grid}>
      {Array.from({ length: 9 }, (_, at) => (
        <span key={at} className={styles.space} />
      ))}
    </div>
  </Skeleton>
);

interface MoreProps {
  /** Why the last page failed to load. */
  readonly problem: string | null;
  readonly hasNextPage: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
}

/** Below the grid: loads older pages as its end approaches. */
function More({ problem, hasNextPage, busy, onMore }: MoreProps) {
  const mark = useEndWatch({ hasMore: hasNextPage, loading: busy, error: problem, onMore });
  if (problem)
    return (
      <Notice tone="danger" announce action={<Button onClick={onMore}>Try again</Button>}>
        {problem}
      </Notice>
    );
  return hasNextPage ? (
    <div ref={mark}>
      <Button variant="quiet" block busy={busy} onClick={onMore}>
        Older media
      </Button>
    </div>
  ) : null;
}

interface GridProps {
  readonly conversationId: string;
  readonly kind: MediaKind;
  readonly getSenderName: (id: string) => string;
  readonly onOpen: (tile: MediaTile) => void;
}

function Grid({ conversationId, kind, getSenderName, onOpen }: GridProps) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useList(
    listConversationMedia,
    { params: { id: conversationId }, query: { kind } },
  );
  const tiles = data?.pages.flatMap((page) => page.data).flatMap(toTiles) ?? [];
  const more = () => void fetchNextPage();
  const problem = error ? problemMessage(error) : null;
  if (problem && tiles.length === 0)
    return <ErrorState compact text={problem} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return skeleton;
  if (tiles.length === 0) return <EmptyState compact {...empty[kind]} />;
  return (
    <>
      <ul className={styles.grid}>
        {tiles.map((tile) => (
          <Tile key={tile.key} tile={tile} sender={getSenderName(tile.message.senderId)} onOpen={onOpen} />
        ))}
      </ul>
      <More {...{ problem, hasNextPage, busy: isFetchingNextPage, onMore: more }} />
    </>
  );
}

export interface MediaPanelProps {
  readonly conversationId: string;
  readonly ownId: string;
  /** The other participant's name. */
  readonly name: string;
  /** Whether the conversation is still shown. */
  readonly isOnPage: () => boolean;
  readonly onClose: () => void;
}

/** Everything sent in a conversation, in a drawer. Choosing something leads to its message and opens it there. */
export function MediaPanel({ conversationId, ownId, name, isOnPage, onClose }: MediaPanelProps) {
  const dispatch = useAppDispatch();
  const [kind, setKind] = useState<MediaKind>('all');
  const open = ({ message: { seq }, kind: opened, at }: MediaTile) => {
    onClose();
    // The page behind the drawer can't be focused until it is closed.
    setTimeout(() => {
      if (at !== null) openInThread({ seq, kind: opened, at }, isOnPage);
      dispatch(messageJumpRequested({ conversationId, seq }));
    });
  };
  return (
    <Drawer title="Media" onClose={onClose}>
      <Tabs label="Kind of media" items={kinds} value={kind} onChange={setKind}>
        <Grid
          key={kind}
          conversationId={conversationId}
          kind={kind}
          getSenderName={(sender) => (sender === ownId ? 'you' : name)}
          onOpen={open}
        />
      </Tabs>
    </Drawer>
  );
}
