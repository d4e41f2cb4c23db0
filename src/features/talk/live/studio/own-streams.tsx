import Radio from 'lucide-react/icons/radio';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { formatDuration, formatNumber } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import { StreamCountdown, StreamState } from '#components/talk/streams/stream-time.tsx';
import { type OwnStream, changeStream, listOwnStreams } from '#services/talk/streams/own-streams.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Money } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';

const When = ({ stream }: { stream: OwnStream }) =>
  stream.state === 'scheduled' ? (
    <StreamCountdown stream={stream} />
  ) : (
    <RelativeTime iso={stream.startedAt ?? stream.createdAt} />
  );

function RowMenu({ stream, onCancel }: { stream: OwnStream; onCancel: () => void }) {
  const router = useRouter();
  const begin = () => void router.push(`${routes.creatorLive}?begin=${stream._id}`);
  return (
    <Menu
      label={`Actions for “${stream.title}”`}
      items={[
        { label: 'View stream', href: routes.stream(stream._id) },
        ...(stream.replayVideoId
          ? [{ label: 'Edit replay', href: routes.editVideo(stream.replayVideoId) }]
          : []),
        ...(stream.state === 'scheduled'
          ? [
              { label: 'Go live now', onSelect: begin },
              { label: 'Cancel stream', danger: true, divided: true, onSelect: onCancel },
            ]
          : []),
      ]}
    />
  );
}

const columnsWith = (onCancel: (stream: OwnStream) => void): readonly Column<OwnStream>[] => [
  {
    key: 'what',
    title: 'Stream',
    main: true,
    cell: ({ _id, title }) => (
      <TableItem
        href={routes.stream(_id)}
        title={title}
        picture={null}
        icon={<Radio size={20} aria-hidden="true" />}
      />
    ),
  },
  { key: 'state', title: 'Status', cell: ({ state }) => <StreamState state={state} /> },
  { key: 'when', title: 'When', whole: true, cell: (stream) => <When stream={stream} /> },
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
  { key: 'earned', title: 'Earned', end: true, cell: ({ earned }) => <Money cents={earned} /> },
  {
    key: 'act',
    title: 'Actions',
    end: true,
    menu: true,
    cell: (stream) => <RowMenu stream={stream} onCancel={() => onCancel(stream)} />,
  },
];

function CancelStream({ stream, onClose }: { stream: OwnStream; onClose: () => void }) {
  const [change, { isLoading }] = useWrite(changeStream);
  const confirm = async () => {
    const { error } = await change({ params: { id: stream._id }, body: { state: 'cancelled' } });
    if (error) toast.error(problemMessage(error));
    else toast.success('Stream canceled');
    onClose();
  };
  return (
    <LazyConfirmDialog
      open
      title={`Cancel “${stream.title}”?`}
      text={
        stream.tickets > 0
          ? 'Tickets are refunded, and everyone waiting for it is notified. This can’t be undone.'
          : 'It’s removed from your profile, and everyone waiting for it is notified. This can’t be undone.'
      }
      confirmLabel="Cancel stream"
      cancelLabel="Keep it"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** The creator's streams, newest first. */
export function OwnStreams() {
  const query = useList(listOwnStreams);
  const [asked, setAsked] = useState<OwnStream | null>(null);
  return (
    <>
      <DataTable
        name="streams"
        caption="Streams"
        rowHeight={64}
        columns={columnsWith(setAsked)}
        query={query}
        empty={
          <EmptyState
            icon={<Radio size={28} />}
            title="No streams yet"
            text="Your streams appear here with their viewers and earnings."
          />
        }
      />
      {asked ? <CancelStream stream={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
