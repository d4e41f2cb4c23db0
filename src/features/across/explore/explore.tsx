import Compass from 'lucide-react/icons/compass';
import { routes } from '#config/routes.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import type { Explore as ExploreReply } from '#contract/across/search/explore.ts';
import { HitCards } from '#components/content/media-items/hits.tsx';
import { CreatorGrid } from '#components/people/creators/creator-grid.tsx';
import { StreamCards } from '#components/talk/streams/stream-card.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { CategoryLinks } from './category-links.tsx';
import styles from './explore.module.css';

interface CreatorsProps {
  readonly title: string;
  readonly text?: string;
  readonly creators: readonly PerformerRow[];
  /** Where all of them are. */
  readonly all?: string;
  readonly priority?: boolean;
}

function Creators({ title, text, creators, all, priority }: CreatorsProps) {
  if (creators.length === 0) return null;
  return (
    <Section
      title={title}
      text={text}
      actions={all ? <ButtonLink href={all}>See all</ButtonLink> : undefined}
    >
      <CreatorGrid creators={creators} priority={priority} />
    </Section>
  );
}

interface ItemsProps {
  readonly title: string;
  readonly items: ExploreReply['posts'];
  /** Where all of them are. */
  readonly all: string;
}

function Items({ title, items, all }: ItemsProps) {
  if (items.length === 0) return null;
  return (
    <Section title={title} actions={<ButtonLink href={all}>See all</ButtonLink>}>
      <HitCards hits={items} />
    </Section>
  );
}

const Nothing = () => (
  <EmptyState
    icon={<Compass size={28} />}
    title="Nothing to explore yet"
    text="Creators appear here once they join and publish."
    action={<ButtonLink href={routes.search}>Search</ButtonLink>}
  />
);

const isEmpty = (explore: ExploreReply): boolean =>
  Object.values(explore).every(({ length }) => length === 0);

/** What there is to discover; a section without content is left out. */
export function Explore({ explore }: { explore: ExploreReply }) {
  const { categories, trending, live, because, newest, free, posts, galleries } = explore;
  if (isEmpty(explore)) return <Nothing />;
  return (
    <div className={styles.sections}>
      <CategoryLinks categories={categories} />
      {live.length > 0 ? (
        <Section title="Live now" actions={<ButtonLink href={routes.live}>See all</ButtonLink>}>
          <StreamCards streams={live} />
        </Section>
      ) : null}
      <Creators
        title="Trending creators"
        text="What people follow, like and unlock most right now."
        creators={trending}
        priority={live.length === 0}
      />
      <Items title="New posts" items={posts} all={`${routes.search}?kind=posts&sort=newest`} />
      {because.map(({ performer, performers }) => (
        <Creators key={performer._id} title={`Because you follow ${performer.name}`} creators={performers} />
      ))}
      <Items title="New galleries" items={galleries} all={`${routes.search}?kind=galleries&sort=newest`} />
      <Creators title="New creators" creators={newest} all={`${routes.search}?kind=creators&sort=newest`} />
      <Creators
        title="Free to join"
        text="Subscribe for free to try them out."
        creators={free}
        all={`${routes.search}?kind=creators&free=true`}
      />
    </div>
  );
}
