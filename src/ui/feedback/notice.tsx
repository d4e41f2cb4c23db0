import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './notice.module.css';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

export interface NoticeProps {
  readonly tone?: keyof typeof icons;
  readonly title?: string;
  readonly children?: ReactNode;
  /** A link or button at the end. */
  readonly action?: ReactNode;
  /** Announces the notice to screen readers, for notices that appear after an action. */
  readonly announce?: boolean;
  readonly className?: string;
}

/** A short message within a page. */
export function Notice({ tone = 'info', title, children, action, announce, className }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div
      className={cx(styles.notice, tone !== 'info' && styles[tone], className)}
      role={announce ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <Icon size={18} className={styles.icon} aria-hidden="true" />
      <div className={styles.body}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children}
      </div>
      {action}
    </div>
  );
}
