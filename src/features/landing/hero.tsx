import Heart from 'lucide-react/icons/heart';
import LockOpen from 'lucide-react/icons/lock-open';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useContext } from 'react';
import { routes } from '#config/routes.ts';
import type { PerformerRow } from '#contract/creators.ts';
import { coverSources } from '#components/media-items/cover.tsx';
import { Avatar } from '#ui/content/avatar.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { SiteContext } from '#ui/layout/page-head.tsx';
import { Picture } from '#ui/content/picture.tsx';
import styles from './landing.module.css';

/** Decorative: the same people stand below with their names. */
const Collage = ({ creators }: { creators: readonly PerformerRow[] }) => (
  <div className={styles.collage} aria-hidden="true">
    {creators
      .filter((creator) => creator.cover)
      .slice(0, 3)
      .map((creator) => (
        <div key={creator._id} className={styles.tile}>
          <Picture
            sources={coverSources(creator.cover)}
            alt=""
            ratio={3}
            sizes="(min-width: 960px) 420px, 1px"
          />
          <span className={styles.tileFoot}>
            <Avatar src={creator.avatar} size={32} />
            <span className={styles.tileName}>{creator.name}</span>
          </span>
        </div>
      ))}
  </div>
);

/** What the site is, in one breath, and the way in. */
export function Hero({ creators }: { creators: readonly PerformerRow[] }) {
  const { siteName } = useContext(SiteContext);
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <div className={styles.heroIn}>
        <div className={styles.pitch}>
          <h1 id="hero-title" className={styles.title}>
            The people who make things, close up
          </h1>
          <p className={styles.lead}>
            On {siteName} creators post for those who follow them. Read for free, subscribe for everything,
            unlock a single post, write to each other.
          </p>
          <div className={styles.acts}>
            <ButtonLink href={routes.register} variant="primary" large>
              Join for free
            </ButtonLink>
            <ButtonLink href={`${routes.register}?as=creator`} large>
              Start as a creator
            </ButtonLink>
          </div>
        </div>
        <Collage creators={creators} />
      </div>
    </section>
  );
}

const steps = [
  {
    icon: Heart,
    title: 'Follow for free',
    text: 'Newest posts first, from the people you chose. Nothing else gets in between.',
  },
  {
    icon: LockOpen,
    title: 'Pay for what you want',
    text: 'Subscribe by the month or year, or unlock one post with tokens. The price stands on it.',
  },
  {
    icon: MessageCircle,
    title: 'Be heard',
    text: 'Write to creators, tip a post you loved. They see that it was you.',
  },
];

export const HowItWorks = () => (
  <section className={styles.band} aria-labelledby="how-title">
    <h2 id="how-title">How it works</h2>
    <ul className={styles.steps}>
      {steps.map(({ icon: Icon, title, text }) => (
        <li key={title} className={styles.step}>
          <span className={styles.stepIcon}>
            <Icon size={20} aria-hidden="true" />
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
);
