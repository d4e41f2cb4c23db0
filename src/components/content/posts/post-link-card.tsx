import type { LinkCard } from '#contract/content/posts/link-cards.ts';
import { Link } from '#ui/content/link.tsx';
import { elsewhere } from '#ui/content/rich-text.tsx';
import styles from './post-link-card.module.css';

/** What a link in a post leads to. Pages of other sites open in a tab of their own. */
export const PostLinkCard = ({ card: { url, title, description, site, cover } }: { card: LinkCard }) => (
  <Link href={url} className={styles.card} {...(url.startsWith('/') ? {} : elsewhere)}>
    {cover ? (
      <span className={styles.cover}>
        <img src={cover} alt="" loading="lazy" decoding="async" />
      </span>
    ) : null}
    <span className={styles.words}>
      <bdi className={styles.note}>{site}</bdi>
      <bdi className={styles.title}>{title}</bdi>
      <bdi className={styles.note}>{description}</bdi>
    </span>
  </Link>
);
