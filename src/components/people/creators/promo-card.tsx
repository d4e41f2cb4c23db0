import type { ReplyOf } from '#contract/core/registry.ts';
import { CardLink, LinkCard } from '#ui/layout/link-card.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { coverSources } from '../../content/media-items/cover.tsx';
import styles from './promo-card.module.css';

export type Promo = ReplyOf<'GET /site-promo/search'>['data'][number];

/** A promotion by the site, linking to a page of the site or an external URL. */
export function PromoCard({ promo }: { promo: Promo }) {
  return (
    <LinkCard padding="tight" className={styles.card} aria-label={promo.title}>
      {promo.cover ? (
        <span className={styles.image}>
          <Picture sources={coverSources(promo.cover)} alt="" ratio={1} sizes="192px" />
        </span>
      ) : null}
      <div className={styles.words}>
        <h3 className={styles.title}>
          <CardLink
            href={promo.href}
            {...(promo.href.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
          >
            {promo.title}
          </CardLink>
        </h3>
        <p className={styles.text}>{promo.text}</p>
      </div>
    </LinkCard>
  );
}
