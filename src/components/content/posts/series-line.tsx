import ListOrdered from 'lucide-react/icons/list-ordered';
import { routes } from '#config/routes.ts';
import type { PostSeriesLine } from '#contract/content/posts/parts.ts';
import { Link } from '#ui/content/link.tsx';
import styles from './series-line.module.css';

const formatPart = ({ number, total }: PostSeriesLine): string => `Part ${number} of ${total}`;

/** Which part of which series a post is. A post that isn't published has no number yet. */
export const SeriesLine = ({ series, isUntitled }: { series: PostSeriesLine; isUntitled?: boolean }) => (
  <p className={styles.line}>
    <ListOrdered size={14} aria-hidden="true" />
    {isUntitled ? (
      <span>{series.number === null ? 'Not published yet' : formatPart(series)}</span>
    ) : (
      <span>
        {series.number === null ? 'In' : `${formatPart(series)} in`}{' '}
        <Link href={routes.series(series._id)} className={styles.title}>
          <bdi>{series.title}</bdi>
        </Link>
      </span>
    )}
  </p>
);
