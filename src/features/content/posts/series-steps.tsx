import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { routes } from '#config/routes.ts';
import type { PostSeriesLine } from '#contract/content/posts/parts.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Row } from '#ui/layout/stack.tsx';
import styles from './series-steps.module.css';

/** From a part of a series to the one before it and the one after it. */
export const SeriesSteps = ({ series: { title, number, previous, next } }: { series: PostSeriesLine }) =>
  number === null || (previous === null && next === null) ? null : (
    <nav aria-label={`Parts of ${title}`}>
      <Row>
        {previous === null ? null : (
          <ButtonLink
            href={routes.feed(previous)}
            rel="prev"
            icon={<ChevronLeft size={18} aria-hidden="true" />}
          >
            Part {number - 1}
          </ButtonLink>
        )}
        {next === null ? null : (
          <ButtonLink
            href={routes.feed(next)}
            rel="next"
            className={styles.next}
            icon={<ChevronRight size={18} aria-hidden="true" />}
          >
            Part {number + 1}
          </ButtonLink>
        )}
      </Row>
    </nav>
  );
