import { routes } from '#config/routes.ts';
import { plural } from '#lib/format.ts';
import { totalOf } from '#state/query/query-adapter.ts';
import { useListCoCreationsInfiniteQuery } from '#state/api/co-creators.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './studio-videos.module.css';

/** Link to co-creator requests, with a dot if any are pending. The dot doesn't change its size. */
export function RequestsLink() {
  const { data } = useListCoCreationsInfiniteQuery({ state: 'pending', limit: 1 });
  const waiting = totalOf(data);
  return (
    <span className={styles.requests}>
      <ButtonLink href={routes.coCreations}>
        Requests
        {waiting > 0 ? (
          <VisuallyHidden>
            , {plural(waiting, 'creator waits', 'creators wait')} for your answer
          </VisuallyHidden>
        ) : null}
      </ButtonLink>
      {waiting > 0 ? <span className={styles.dot} aria-hidden="true" /> : null}
    </span>
  );
}
