import { Link } from '#ui/content/link.tsx';
import { BellLine } from './bell-line.tsx';
import styles from './frame.module.css';
import { Count } from './phone-bars.tsx';
import type { SectionLink } from './tabs.ts';

interface LineProps {
  readonly link: SectionLink;
  readonly current: boolean;
  readonly count: number;
  /** What is counted; "unread" by default. */
  readonly counted?: string;
}

/** A section in the left rail. */
export function RailLine({ link: { label, href, icon: Icon, counts }, current, count, counted }: LineProps) {
  const words = (
    <>
      <Icon size={20} />
      <span className={styles.word}>{label}</span>
      <Count count={count} counted={counted} />
    </>
  );
  const link = { href, title: label, className: styles.link };
  return (
    <li>
      {counts === 'notifications' ? (
        <BellLine {...link} isCurrent={current}>
          {words}
        </BellLine>
      ) : (
        <Link {...link} aria-current={current ? 'page' : undefined}>
          {words}
        </Link>
      )}
    </li>
  );
}
