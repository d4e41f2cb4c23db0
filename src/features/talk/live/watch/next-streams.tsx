import type { Stream } from '#contract/talk/streams/streams.ts';
import { StreamCards } from '#components/talk/streams/stream-card.tsx';
import { searchStreams } from '#services/talk/streams/streams.ts';
import { useList } from '#state/query/hooks.ts';
import '#state/streams/live-counts.ts';
import { uniqueItems } from '#state/query/pages.ts';
import { Section } from '#ui/layout/page-header.tsx';

/** The creator's scheduled streams; nothing if there are none. */
export function NextStreams({ stream: { _id, performer } }: { stream: Stream }) {
  const { currentData } = useList(searchStreams, {
    query: {
      state: 'scheduled',
      performerId: performer._id,
      limit: 3,
    },
  });
  const next = uniqueItems(currentData).filter((each) => each._id !== _id);
  return next.length === 0 ? null : (
    <Section title={`Next from ${performer.name}`}>
      <StreamCards streams={next} />
    </Section>
  );
}
