import type { LinkCard } from '#contract/posts/link-cards.ts';
import { Link } from '#ui/content/link.tsx';
import styles from './post-link-card.module.css';

const isOwn = ({ url }: LinkCard): boolean => url.startsWith('/');
const elsewhere = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } as const;

/** What a link in a post leads to. Pages of other sites open in a tab of their own. */
export const PostLinkCard = ({ card }: { card: LinkCard }) => (
  <Link href={card.url} className={styles.card} {...(isOwn(card) ? {} : elsewhere)}>
    {card.picture ? (
      <img
        src={card.picture}
        alt=""
        width={160}
        height={84}
        loading="lazy"
        decoding="async"
        className={styles.picture}
      />
    ) : null}
    <span className={styles.words}>
      <bdi className={styles.site}>{card.site}</bdi>
      <bdi className={styles.title}>{card.title}</bdi>
      {card.description ? <bdi className={styles.description}>{card.description}</bdi> : null}
    </span>
  </Link>
);
