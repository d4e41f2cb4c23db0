import { auditHeads, auditRow, factsText } from '#config/audit-table.ts';
import { deskRoutes } from '#config/desk-routes.ts';
import type { AuditEntry, AuditFilter } from '#contract/across/operator/audit.ts';
import { isUtcDay } from '#lib/utc-days.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { type QueryParams, useQueryParams } from '#components/base/lists/query-params.ts';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { exportAudit, searchAudit } from '#services/across/operator/audit.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { Select, TextInput } from '#ui/forms/text-input.tsx';
import { Row } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { auditActionText } from '../parts/audit-actions.ts';
import { QueueView } from '../parts/queue-view.tsx';
import { areas } from './audit-areas.ts';
import styles from './audit.module.css';

const subjectPages: Readonly<Record<NonNullable<AuditEntry['about']>['kind'], (id: string) => string>> = {
  person: deskRoutes.person,
  case: deskRoutes.case,
  payout: deskRoutes.payout,
  payment: deskRoutes.payment,
  contact: deskRoutes.contactMessage,
  order: deskRoutes.order,
};
const pageNames = {
  person: 'Person',
  case: 'Case',
  payout: 'Payout',
  payment: 'Payment',
  contact: 'Message',
  order: 'Order',
};

function Subject({ entry: { about, subject } }: { entry: AuditEntry }) {
  if (!about) return <span className={styles.subject}>{subject}</span>;
  return <Link href={subjectPages[about.kind](about._id)}>{about.name ?? pageNames[about.kind]}</Link>;
}

/** To the second and in UTC, so that two operators read the same. */
const UtcTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className={styles.moment}>
    {iso.slice(0, 19).replace('T', ' ')}
  </time>
);

const columns: readonly Column<AuditEntry>[] = [
  { key: 'when', title: 'Time (UTC)', whole: true, main: true, cell: ({ at }) => <UtcTime iso={at} /> },
  {
    key: 'who',
    title: 'Operator',
    cell: ({ actor, actorId }) =>
      actorId ? <Link href={deskRoutes.person(actorId)}>@{actor}</Link> : `${actor} (command line)`,
  },
  { key: 'action', title: 'Action', cell: ({ action }) => auditActionText(action) },
  { key: 'whom', title: 'About', cell: (entry) => <Subject entry={entry} /> },
  {
    key: 'facts',
    title: 'Details',
    cell: ({ facts }) => (facts.length > 0 ? <span className={styles.facts}>{factsText(facts)}</span> : '–'),
  },
];

const dayMs = 86_400_000;

/** The filter in the address. Its days are whole and in UTC. */
function filterIn({ get }: QueryParams): AuditFilter {
  const [who, whom, action, from, to] = ['who', 'whom', 'action', 'from', 'to'].map(get);
  return {
    ...(who && { who }),
    ...(whom && { whom }),
    ...(action && { action }),
    ...(isUtcDay(from) && { from: new Date(from).toISOString() }),
    ...(isUtcDay(to) && { to: new Date(Date.parse(to) + dayMs).toISOString() }),
  };
}

function Filters({ params: { get, set } }: { params: QueryParams }) {
  const box = (name: 'who' | 'whom', label: string) => (
    <SearchBox
      label={label}
      placeholder={label}
      value={get(name)}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const day = (name: 'from' | 'to', label: string) => (
    <TextInput
      label={label}
      type="date"
      value={get(name)}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  );
  return (
    <>
      <Row>
        {box('who', 'Operator')}
        {box('whom', 'Person or ID')}
      </Row>
      <Row>
        <Select
          label="Action"
          options={[{ value: '', label: 'All' }, ...areas]}
          value={areas.some(({ value }) => value === get('action')) ? get('action') : ''}
          onChange={({ target }) => set({ action: target.value })}
        />
        {day('from', 'From')}
        {day('to', 'To')}
      </Row>
    </>
  );
}

function Download({ filter }: { filter: AuditFilter }) {
  const [load] = useWrite(exportAudit);
  return (
    <Row>
      <CsvButton
        filename="audit-log"
        heads={auditHeads}
        rows={async () => {
          const { data, isWhole } = await load({ body: filter }).unwrap();
          if (!isWhole)
            toast.info(`The file has the newest ${data.length} entries. Choose a period for older ones.`);
          return data.map(auditRow);
        }}
      />
    </Row>
  );
}

/** `/operator/audit`: what operators did, at the desk and on the command line. */
export function AuditView() {
  const params = useQueryParams();
  const filter = filterIn(params);
  const query = useList(searchAudit, { query: filter });
  return (
    <QueueView
      title="Audit log"
      text="What operators did, newest first. Downloads of this log are recorded here, too."
      name="operator-audit"
      caption="Audit log"
      filters={<Filters params={params} />}
      columns={columns}
      query={query}
      empty={{
        title: 'No entries',
        text: Object.keys(filter).length > 0 ? 'Try another filter.' : 'What operators do appears here.',
      }}
    >
      <Download filter={filter} />
    </QueueView>
  );
}
