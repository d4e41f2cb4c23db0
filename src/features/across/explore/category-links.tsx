import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Explore } from '#contract/across/search/explore.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './explore.module.css';

/** Fits into a few lines on a phone; the others are behind a button. */
const FEW = 12;

/** All categories, busiest first. Those behind the button are in the page too, for search engines. */
export function CategoryLinks({ categories }: Pick<Explore, 'categories'>) {
  const [all, setAll] = useState(false);
  if (categories.length === 0) return null;
  return (
    <nav aria-label="Categories" className={styles.categories}>
      <ul className={styles.links}>
        {categories.map(({ name, count }, at) => (
          <li key={name} hidden={!all && at >= FEW}>
            <Link href={routes.category(name)} className={styles.category}>
              {name}{' '}
              <span className={styles.count}>
                {formatNumber(count)} <VisuallyHidden>{count === 1 ? 'creator' : 'creators'}</VisuallyHidden>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {categories.length > FEW ? (
        <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${categories.length}`}
        </Button>
      ) : null}
    </nav>
  );
}
