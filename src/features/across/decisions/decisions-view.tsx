import { routes } from '#config/routes.ts';
import type { Decision, OwnReport } from '#contract/across/decisions.ts';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { listDecisions, listOwnReports } from '#services/across/decisions.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { useListQuestion } from '#state/query/hooks.ts';
import { Chip } from '#ui/content/chip.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import {
  type StateLabel,
  categoryLabels,
  describeDecision,
  outcomeLabel,
  stateLabel,
  targetNoun,
} from './decision-labels.ts';

const [ownDecisions, ownReports] = [listQuestion(listDecisions, {}), listQuestion(listOwnReports, {})];

/** What the page asks first. */
export const decisionQuestions = () => [ownDecisions, ownReports];

const StateChip = ({ state: { label, tone } }: { state: StateLabel }) => <Chip tone={tone}>{label}</Chip>;

const decisionColumns: readonly Column<Decision>[] = [
  {
    key: 'decision',
    title: 'Decision',
    main: true,
    cell: (row) => <Link href={routes.decision(row._id)}>{describeDecision(row)}</Link>,
  },
  { key: 'about', title: 'About', cell: ({ about }) => about || '–' },
  { key: 'state', title: 'Status', cell: (row) => <StateChip state={stateLabel(row)} /> },
  { key: 'date', title: 'Date', whole: true, cell: ({ decidedAt }) => <RelativeTime iso={decidedAt} /> },
];
const reportColumns: readonly Column<OwnReport>[] = [
  {
    key: 'what',
    title: 'Reported',
    main: true,
    cell: ({ targetType }) => `${targetNoun(targetType).replace(/^./, (letter) => letter.toUpperCase())}`,
  },
  { key: 'category', title: 'Reason', cell: ({ category }) => categoryLabels[category] },
  { key: 'state', title: 'Status', cell: (row) => <StateChip state={outcomeLabel(row)} /> },
  { key: 'date', title: 'Date', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
];

/** `/user/decisions`: decisions about the person, and what they reported themselves. */
export function DecisionsView() {
  const decisions = useListQuestion(ownDecisions);
  const reports = useListQuestion(ownReports);
  return (
    <Stack gap={32}>
      <PageHead title="Decisions and reports" unlisted />
      <PageHeader
        title="Decisions and reports"
        text="Decisions about your account and content, and the outcome of your reports."
      />
      <Section title="Decisions">
        <PagedTable
          caption="Decisions"
          columns={decisionColumns}
          query={decisions}
          empty={
            <EmptyState
              level={3}
              title="No decisions"
              text="If your account or content breaks the rules, the decision and its reasons appear here."
            />
          }
        />
      </Section>
      {/* Once it is known how tall the decisions are, so that nothing moves. */}
      {decisions.currentData || decisions.error ? (
        <Section title="Your reports">
          <PagedTable
            caption="Your reports"
            columns={reportColumns}
            query={reports}
            empty={<EmptyState level={3} title="No reports" text="What you report shows up here." />}
          />
        </Section>
      ) : null}
    </Stack>
  );
}
