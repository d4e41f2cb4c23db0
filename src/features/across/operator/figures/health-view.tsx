import { deskRoutes } from '#config/desk-routes.ts';
import type { Health } from '#contract/across/operator/background.ts';
import { formatBytes, formatNumber, plural } from '#lib/format.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getSiteHealth } from '#services/across/operator/site.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type Column, type StatItem, Stats, Table } from '#ui/layout/table.tsx';

type Waiting = Health['mails'];
type Process = Health['processes'][number];

const Since = ({ oldestAt }: Waiting) =>
  oldestAt === null ? (
    'Nothing waiting'
  ) : (
    <>
      Oldest: <RelativeTime iso={oldestAt} />
    </>
  );

const queueItems = ({ jobs, mails, events, files }: Health): StatItem[] => [
  { label: 'Jobs due', value: formatNumber(jobs.count), hint: <Since {...jobs} /> },
  { label: 'Emails waiting', value: formatNumber(mails.count), hint: <Since {...mails} /> },
  { label: 'Payment events waiting', value: formatNumber(events.count), hint: <Since {...events} /> },
  { label: 'Uploads being processed', value: formatNumber(files.count), hint: <Since {...files} /> },
];

const failedItems = ({ jobs, events, files }: Health): StatItem[] => {
  const failed = jobs.failed.reduce((sum, { count }) => sum + count, 0);
  return [
    {
      label: 'Failed jobs',
      value: formatNumber(failed),
      hint:
        failed === 0 ? (
          'None'
        ) : (
          <Link href={`${deskRoutes.jobs}?state=failed`}>
            {jobs.failed.map(({ kind, count }) => `${kind}: ${count}`).join(', ')}
          </Link>
        ),
    },
    {
      label: 'Failed payment events',
      value: formatNumber(events.failed),
      hint: events.failed === 0 ? 'None' : <Link href={`${deskRoutes.events}?state=failed`}>View</Link>,
    },
    { label: 'Failed uploads', value: formatNumber(files.failed), hint: 'In the last 7 days' },
  ];
};

const systemItems = ({ database, payments, streams }: Health): StatItem[] => [
  {
    label: 'Payments',
    value: payments === 'stripe' ? 'Stripe' : 'Sandbox',
    hint: payments === 'stripe' ? 'Cards are charged by Stripe' : 'Test cards only, no real money',
  },
  {
    label: 'Database',
    value: formatBytes(database.bytes),
    hint: `Answered in ${database.milliseconds} ms; ${database.connections} of ${plural(database.maximumConnections, 'connection')} in use`,
  },
  {
    label: 'Live streams',
    value: formatNumber(streams.public + streams.private),
    hint: `${streams.public} public, ${streams.private} private, ${streams.interrupted} interrupted`,
  },
];

const processColumns: readonly Column<Process>[] = [
  { key: 'role', title: 'Process', main: true, cell: ({ role }) => role },
  {
    key: 'state',
    title: 'Status',
    cell: ({ isRunning }) => (
      <Chip tone={isRunning ? 'success' : 'danger'}>{isRunning ? 'Running' : 'Not responding'}</Chip>
    ),
  },
  { key: 'host', title: 'Machine', cell: ({ host }) => host },
  { key: 'store', title: 'Files', cell: ({ store }) => store },
  { key: 'since', title: 'Started', whole: true, cell: ({ startedAt }) => <RelativeTime iso={startedAt} /> },
];

const HealthParts = ({ health }: { health: Health }) => (
  <Stack gap={24}>
    <Section title="Waiting">
      <Stats items={queueItems(health)} />
    </Section>
    <Section title="Failed">
      <Stats items={failedItems(health)} />
    </Section>
    <Section title="System">
      <Stats items={systemItems(health)} />
    </Section>
    <Section title="Processes">
      {health.processes.length === 0 ? (
        <EmptyState
          compact
          level={3}
          title="No processes"
          text="This installation doesn’t list its processes."
        />
      ) : (
        <Table
          caption="Processes"
          columns={processColumns}
          rows={health.processes}
          getKey={({ _id }) => _id}
        />
      )}
    </Section>
  </Stack>
);

/** `/operator/health`: database, processes, and what waits for how long. */
export function HealthView() {
  const request = useRead(getSiteHealth, {}, { pollingInterval: 30_000 });
  const { currentData, isFetching, refetch } = request;
  return (
    <Stack gap={24}>
      <PageHead title="Health" unlisted />
      <PageHeader
        title="Health"
        text={
          currentData ? (
            <>
              Checked <RelativeTime iso={currentData.checkedAt} inSentence />, every 30 seconds while this
              page is open.
            </>
          ) : (
            'Database, processes, and what waits for how long.'
          )
        }
        actions={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Check now
          </Button>
        }
      />
      <LoadedView
        request={request}
        skeleton={
          <Skeleton label="Loading the site’s health">
            <SkeletonBlock width="100%" height={560} />
          </Skeleton>
        }
      >
        {(health) => <HealthParts health={health} />}
      </LoadedView>
    </Stack>
  );
}
