import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { viewersText } from '#components/talk/streams/stream-texts.ts';
import { uniqueItems } from '#state/query/pages.ts';
import { searchStreams } from '#services/talk/streams/streams.ts';
import { useList } from '#state/query/hooks.ts';
import '#state/streams/live-counts.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './home.module.css';

const shown = 4;
const everyMs = 60_000;

/** Who is live; null until that is known. */
export function useLiveNow(): readonly Stream[] | null {
  const { currentData, isError } = useList(
    searchStreams,
    { query: { state: 'live', limit: shown } },
    { pollingInterval: everyMs },
  );
  return currentData || isError ? uniqueItems(currentData).slice(0, shown) : null;
}

/** Who is live; nothing while nobody is. */
export function LiveNow({ streams }: { streams: readonly Stream[] }) {
  if (streams.length === 0) return null;
  return (
    <Card padding="tight">
      <Section title="Live now">
        <ul className={styles.suggestions}>
          {streams.map(({ _id, title, performer, viewers }) => (
            <li key={_id}>
              <Stack gap={4}>
                <Person person={{ ...performer, isLive: true }} aside={<span>{viewersText(viewers)}</span>} />
                <Link href={routes.stream(_id)}>{title}</Link>
              </Stack>
            </li>
          ))}
        </ul>
        <ButtonLink href={routes.live} block>
          Everyone who’s live
        </ButtonLink>
      </Section>
    </Card>
  );
}
