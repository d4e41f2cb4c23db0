import type { Obligation } from '#contract/across/leaving.ts';
import { Link } from '#ui/content/link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from '../account.module.css';

/** What has to be settled before one can leave, each with a link to where that is done. */
export const SettleFirst = ({ obligations }: { obligations: readonly Obligation[] }) => (
  <Notice tone="warning" title="Settle this first">
    <ul className={styles.links}>
      {obligations.map(({ message, href }) => (
        <li key={message}>
          <Link href={href}>{message}</Link>
        </li>
      ))}
    </ul>
  </Notice>
);
