import { formatTokens } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { listSupporters } from '#services/talk/streams/streams.ts';
import { useRead } from '#state/query/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import styles from './stream.module.css';

const shown = 5;

/** Who tipped most during the stream; nothing before the first tip. */
export function Supporters({ streamId }: { streamId: string }) {
  const { data, error, isFetching, refetch } = useRead(listSupporters, { params: { id: streamId } });
  if (error)
    return (
      <ErrorState
        level={3}
        compact
        text={problemMessage(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const supporters = (data?.data ?? []).slice(0, shown);
  if (supporters.length === 0) return null;
  return (
    <Section title="Top supporters">
      <ol className={styles.supporters}>
        {supporters.map(({ _id, name, avatar, tokens, isYou }) => (
          <li key={_id} className={styles.supporter}>
            <Avatar src={avatar} size={32} />
            <span className={styles.name}>
              <bdi>{name}</bdi>
              {isYou ? ' (you)' : ''}
            </span>
            <span className={styles.muted}>{formatTokens(tokens)}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
