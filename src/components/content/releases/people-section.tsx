import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import type { Work } from '#services/content/releases.ts';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';

const PeopleInWork = lazyPart(async () => (await import('./people-in-work.tsx')).PeopleInWork);

/** The part of an editor that names people without an account; its code loads on its own. */
export const PeopleSection = ({ kind, id }: Work) => (
  <SectionCard
    title="People in this work"
    text="People without an account here, with their signed release. Only you and the site’s operators see this. Changes are saved right away."
  >
    <LazyClient
      skeleton={
        <Skeleton label="Loading the people in this work">
          <SkeletonBlock height={40} width={140} />
        </Skeleton>
      }
    >
      <PeopleInWork kind={kind} id={id} />
    </LazyClient>
  </SectionCard>
);
