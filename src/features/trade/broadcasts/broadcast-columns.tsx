import type { Broadcast } from '#contract/trade/broadcasts/broadcasts.ts';
import { formatNumber, plural } from '#lib/format.ts';
import { exactTime } from '#lib/format-time.ts';
import { shortText } from '#lib/short-text.ts';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';
import { Tokens } from '#ui/content/money.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { audienceText } from './audience-values.ts';
import styles from './broadcasts.module.css';

const states: Readonly<Record<Broadcast['state'], { text: string; tone: ChipTone }>> = {
  draft: { text: 'Draft', tone: 'neutral' },
  scheduled: { text: 'Scheduled', tone: 'primary' },
  sending: { text: 'Sending', tone: 'primary' },
  sent: { text: 'Sent', tone: 'success' },
  unsending: { text: 'Unsending', tone: 'warning' },
  unsent: { text: 'Unsent', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'danger' },
};

/** On its way: scheduled for no time means now. */
export const isMoving = ({ state, scheduledAt }: Broadcast): boolean =>
  state === 'sending' || state === 'unsending' || (state === 'scheduled' && scheduledAt === null);

/** The beginning of its text, or what it consists of. */
export const broadcastName = ({ text, files }: Pick<Broadcast, 'text' | 'files'>): string =>
  shortText(text, 60) || plural(files.length, 'file');

const What = ({ broadcast }: { broadcast: Broadcast }) => (
  <>
    <p>{broadcastName(broadcast)}</p>
    <p className={styles.aside}>
      {audienceText(broadcast.audience)}
      {broadcast.files.length > 0 && broadcast.text ? ` · ${plural(broadcast.files.length, 'file')}` : ''}
    </p>
  </>
);

const State = ({ broadcast }: { broadcast: Broadcast }) => {
  const { text, tone } =
    states[isMoving(broadcast) && broadcast.state === 'scheduled' ? 'sending' : broadcast.state];
  return <Chip tone={tone}>{text}</Chip>;
};

export interface BroadcastActs {
  readonly onResults: (broadcast: Broadcast) => void;
  readonly onEdit: (broadcast: Broadcast) => void;
  readonly onUnsend: (broadcast: Broadcast) => void;
  readonly onDelete: (broadcast: Broadcast) => void;
}

function buildItems(broadcast: Broadcast, acts: BroadcastActs): MenuItem[] {
  const { state } = broadcast;
  if (state === 'draft' || state === 'scheduled')
    return [
      { label: 'Edit', onSelect: () => acts.onEdit(broadcast) },
      { label: 'Delete', danger: true, divided: true, onSelect: () => acts.onDelete(broadcast) },
    ];
  const results = { label: 'View results', onSelect: () => acts.onResults(broadcast) };
  return state === 'sending' || state === 'sent'
    ? [results, { label: 'Unsend', danger: true, divided: true, onSelect: () => acts.onUnsend(broadcast) }]
    : [results];
}

const formatTime = ({ sentAt, scheduledAt }: Broadcast): string => {
  const time = sentAt ?? scheduledAt;
  return time ? exactTime(time) : '–';
};

/** What was sent to whom, when, and how many have it. */
export const broadcastColumns = (acts: BroadcastActs): readonly Column<Broadcast>[] => [
  { key: 'what', title: 'Message', main: true, cell: (row) => <What broadcast={row} /> },
  { key: 'state', title: 'Status', cell: (row) => <State broadcast={row} /> },
  { key: 'time', title: 'Time', whole: true, cell: formatTime },
  {
    key: 'price',
    title: 'Price',
    end: true,
    cell: ({ price }) => (price > 0 ? <Tokens tokens={price} /> : 'Free'),
  },
  {
    key: 'delivered',
    title: 'Delivered',
    end: true,
    cell: ({ delivered, recipients, sentAt }) =>
      sentAt ? `${formatNumber(delivered)} of ${formatNumber(recipients)}` : '–',
  },
  {
    key: 'menu',
    title: 'Options',
    menu: true,
    end: true,
    cell: (row) => <Menu label={`More options for “${broadcastName(row)}”`} items={buildItems(row, acts)} />,
  },
];
