import ListOrdered from 'lucide-react/icons/list-ordered';
import { routes } from '#config/routes.ts';
import type { PostSeries } from '#contract/content/posts/series.ts';
import { plural } from '#lib/format.ts';
import { MediaItemPicture } from '#components/content/media-items/media-card.tsx';
import { CardLink, LinkCard } from '#ui/layout/link-card.tsx';
import styles from './series-card.module.css';

export const seriesRatio = 16 / 9;

/** A series of posts on its creator’s profile. The whole card is a link. */
export const SeriesCard = ({ series: { _id, title, description, posts, cover } }: { series: PostSeries }) => (
  <LinkCard padding="none" className={styles.card} aria-label={title}>
    <div className={styles.picture}>
      <MediaItemPicture
        sources={cover?.sizes ?? []}
        placeholder={cover?.placeholder}
        ratio={seriesRatio}
        priority={false}
        icon={<ListOrdered size={32} aria-hidden="true" />}
      />
    </div>
    <div className={styles.body}>
      <h3 className={styles.title}>
        <CardLink href={routes.series(_id)}>
          <bdi>{title}</bdi>
        </CardLink>
      </h3>
      {description ? <p className={styles.description}>{description}</p> : null}
      <p className={styles.posts}>{plural(posts, 'post')}</p>
    </div>
  </LinkCard>
);
