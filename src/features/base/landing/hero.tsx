import Heart from 'lucide-react/icons/heart';
import LockOpen from 'lucide-react/icons/lock-open';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useContext } from 'react';
import { routes } from '#config/routes.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import { coverSources } from '#components/content/media-items/cover.tsx';
import { Avatar } from '#ui/content/avatar.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { SiteContext } from '#ui/layout/page-head.tsx';
import { Picture } from '#ui/content/picture.tsx';
import styles from './landing.module.css';

/** Decorative, because the same creators appear below with their names. */
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

/** The site's pitch and the registration buttons. */
export function Hero({ creators }: { creators: readonly PerformerRow[] }) {
  const { siteName } = useContext(SiteContext);
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <div className={styles.heroIn}>
        <div className={styles.pitch}>
          <h1 id="hero-title" className={styles.title}>
            Get closer to the creators you love
          </h1>
          <p className={styles.lead}>
            On {siteName}, creators share their work with the people who follow them. Follow for free,
            subscribe for everything, unlock a single post or send a message.
          </p>
          <div className={styles.acts}>
            <ButtonLink href={routes.register} variant="primary" large>
              Join for free
            </ButtonLink>
            <ButtonLink href={`${routes.register}?as=creator`} large>
              Become a creator
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
    text: 'Newest posts first, only from the creators you chose.',
  },
  {
    icon: LockOpen,
    title: 'Pay for what you want',
    text: 'Subscribe monthly or yearly, or unlock a single post with tokens. You always see the price first.',
  },
  {
    icon: MessageCircle,
    title: 'Be heard',
    text: 'Message creators and tip the posts you love. They’ll know it was you.',
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
