import { routes } from '#config/routes';
import { plural } from '#lib/format';
import { totalOf } from '#state/api-asking';
import { useListCoCreationsInfiniteQuery } from '#state/api-co-creators';
import { ButtonLink } from '#ui/button-link';
import { VisuallyHidden } from '#ui/visually-hidden';
import styles from './studio-videos.module.css';

/** The way to what other creators ask; a dot where somebody waits for an answer. It takes the same room with and without. */
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
