import Radio from 'lucide-react/icons/radio';
import { routes } from '#config/routes.ts';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import { pronoun } from '#components/content/studio/removal-dialog.tsx';
import { earnedColumn, stateColumn } from '#components/content/studio/studio-columns.tsx';
import type { StudioKind, StudioList, StudioQuery } from '#components/content/studio/studio-kind.ts';
import { StudioTable } from '#components/content/studio/studio-table.tsx';
import { StreamCountdown, StreamState } from '#components/talk/streams/stream-time.tsx';
import { formatDuration, formatNumber } from '#lib/format.ts';
import { type OwnStream, changeStream, listOwnStreams } from '#services/talk/streams/own-streams.ts';
import { useWrite } from '#state/query/hooks.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { RelativeTime } from '#ui/content/relative-time.tsx';

const When = ({ stream }: { stream: OwnStream }) =>
  stream.state === 'scheduled' ? (
    <StreamCountdown stream={stream} />
  ) : (
    <RelativeTime iso={stream.startedAt ?? stream.createdAt} />
  );

const beginPath = ({ _id }: OwnStream) => `${routes.creatorLive}?begin=${_id}`;

/** Streams in the studio. Scheduled ones are canceled rather than deleted; all others stay as they were. */
const streamKind: StudioKind<OwnStream> = {
  noun: 'stream',
  plural: 'streams',
  itemName: ({ title }) => title,
  StateLabel: ({ item }) => <StreamState state={item.state} />,
  listPath: `${routes.creatorLive}?tab=streams`,
  newPath: routes.creatorLive,
  pagePath: routes.stream,
  hasPage: () => true,
  isLocked: ({ state }) => state !== 'scheduled',
  useWrites: () => {
    const [change] = useWrite(changeStream);
    return { remove: (id) => change({ params: { id }, body: { state: 'cancelled' } }) };
  },
  removal: {
    verb: 'Cancel',
    done: 'canceled',
    consequences: (streams) => {
      const whatIs = streams.some(({ tickets }) => tickets > 0)
        ? 'Tickets are refunded'
        : streams.length === 1
          ? 'It’s removed from your profile'
          : 'They’re removed from your profile';
      const waiting = `everyone waiting for ${pronoun(streams)}`;
      return `${whatIs}, and ${waiting} is notified. This can’t be undone.`;
    },
  },
  menuItems: (stream) => [
    ...(stream.replayVideoId ? [{ label: 'Edit replay', href: routes.editVideo(stream.replayVideoId) }] : []),
    ...(stream.state === 'scheduled' ? [{ label: 'Go live now', href: beginPath(stream) }] : []),
  ],
};

const streams: StudioList<OwnStream, StudioQuery> = {
  kind: streamKind,
  items: () => listQuestion(listOwnStreams, {}),
  ItemCell: ({ item: { _id, title } }) => (
    <TableItem
      href={routes.stream(_id)}
      title={title}
      picture={null}
      icon={<Radio size={20} aria-hidden="true" />}
    />
  ),
  columns: [
    stateColumn(streamKind.StateLabel),
    { key: 'when', title: 'Date', whole: true, cell: (stream) => <When stream={stream} /> },
    {
      key: 'length',
      title: 'Length',
      from: 800,
      end: true,
      cell: ({ duration }) => (duration > 0 ? formatDuration(duration) : '–'),
    },
    { key: 'peak', title: 'Peak viewers', from: 700, end: true, cell: ({ peak }) => formatNumber(peak) },
    {
      key: 'tickets',
      title: 'Tickets',
      from: 800,
      end: true,
      cell: ({ tickets, price }) => (price > 0 ? formatNumber(tickets) : '–'),
    },
    earnedColumn,
  ],
  emptyText: 'Your streams appear here with their viewers and earnings.',
};

/** The creator's streams, newest first. */
export const OwnStreams = () => <StudioTable list={streams} query={noFilter} />;
const noFilter: StudioQuery = {};
