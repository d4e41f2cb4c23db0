import SearchX from 'lucide-react/icons/search-x';
import type { SearchGroup, SearchReply } from '#contract/across/search/search.ts';
import { problemMessage } from '#lib/problem.ts';
import { CreatorGrid, CreatorGridSkeleton } from '#components/people/creators/creator-grid.tsx';
import { MediaItemRowSkeleton } from '#components/content/media-items/media-row.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { type Tab, itemKinds, noFilters, searchAddress, tabAddress, tabs } from './filters.ts';
import { Corrected } from './corrected.tsx';
import { HitCards, HitRow, isRow } from '#components/content/media-items/hits.tsx';
import { Marked } from '#components/content/media-items/marked.tsx';
import styles from './search.module.css';

/** The tab of a group. */
const findTab = (kind: SearchGroup['kind']): Tab =>
  kind === 'creator'
    ? 'creators'
    : (tabs.find(({ key }) => key !== 'all' && key !== 'creators' && itemKinds[key] === kind)?.key ?? 'all');

interface GroupProps {
  readonly group: SearchGroup;
  readonly q: string;
  readonly found: ReadonlySet<string>;
  /** The group is above the fold. */
  readonly priority: boolean;
}

function GroupItems({ group: { kind, performers, items }, found, priority }: GroupProps) {
  if (kind === 'creator')
    return (
      <CreatorGrid
        creators={performers}
        priority={priority}
        mark={(text) => <Marked text={text} found={found} />}
      />
    );
  return isRow(kind) ? (
    <div>
      {items.map((hit) => (
        <HitRow key={hit._id} hit={hit} found={found} />
      ))}
    </div>
  ) : (
    <HitCards hits={items} found={found} priority={priority} />
  );
}

function Group(props: GroupProps) {
  const { group, q } = props;
  const tab = findTab(group.kind);
  const label = tabs.find(({ key }) => key === tab)?.label ?? '';
  const isMore = group.total > group.performers.length + group.items.length;
  return (
    <Section
      title={label}
      actions={
        isMore ? (
          <ButtonLink href={tabAddress(q, tab)} variant="quiet" aria-label={`See all ${label.toLowerCase()}`}>
            See all
          </ButtonLink>
        ) : null
      }
    >
      <GroupItems {...props} />
    </Section>
  );
}

/** Nothing has all the words: what comes closest. */
function Nearest({ q, nearest }: { q: string; nearest: SearchReply['nearest'] }) {
  const { words = [], categories = [], performers = [] } = nearest ?? {};
  const topics = [
    ...words.map((word) => ({ name: word, href: tabAddress(word, 'all') })),
    ...categories.map(({ name }) => ({
      name,
      href: searchAddress({ ...noFilters, kind: 'creators', category: name }),
    })),
  ];
  return (
    <Stack gap={32}>
      <EmptyState
        icon={<SearchX size={28} />}
        title={`No results for “${q}”`}
        text="Check the spelling or try another word."
        action={<ButtonLink href={tabAddress('', 'creators')}>Browse creators</ButtonLink>}
      />
      {topics.length > 0 ? (
        <Section title="Try one of these">
          <ul className={styles.topics}>
            {topics.map(({ name, href }) => (
              <li key={href}>
                <Link href={href} className={styles.topic}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {performers.length > 0 ? (
        <Section title="Creators you might like">
          <CreatorGrid creators={performers} />
        </Section>
      ) : null}
    </Stack>
  );
}

const AllSkeleton = () => (
  <Stack gap={32}>
    <CreatorGridSkeleton count={3} />
    <MediaItemRowSkeleton count={3} label="Loading results" />
  </Stack>
);

export interface AllResultsProps {
  readonly q: string;
  /** The results for these words; undefined while loading. */
  readonly reply: SearchReply | undefined;
  /** The previous results. */
  readonly before: SearchReply | undefined;
  /** Why there are no results. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

function Nothing({ q, nearest }: { q: string; nearest: SearchReply['nearest'] }) {
  if (q) return <Nearest q={q} nearest={nearest} />;
  return <EmptyState title="Nothing here yet" text="What creators publish appears here." />;
}

/** The groups that have results; while newer ones load, those before them, dimmed. */
function Groups({ q, reply, isStale }: { q: string; reply: SearchReply; isStale: boolean }) {
  const groups = reply.groups.filter(({ performers, items }) => performers.length + items.length > 0);
  if (groups.length === 0) return isStale ? <AllSkeleton /> : <Nothing q={q} nearest={reply.nearest} />;
  const words = new Set(reply.matches);
  return (
    <div className={cx(styles.results, isStale && styles.stale)} aria-busy={isStale}>
      {isStale ? null : <Corrected corrected={reply.corrected} q={q} />}
      <Stack gap={32}>
        {groups.map((group, at) => (
          <Group key={group.kind} group={group} q={q} found={words} priority={at === 0} />
        ))}
      </Stack>
    </div>
  );
}

/** A few results of each kind. */
export function AllResults({ q, reply, before, error, onRetry }: AllResultsProps) {
  if (!reply && error) return <ErrorState text={problemMessage(error)} onRetry={onRetry} />;
  const shown = reply ?? before;
  return shown ? <Groups q={q} reply={shown} isStale={!reply} /> : <AllSkeleton />;
}
