import CircleAlert from 'lucide-react/icons/circle-alert';
import Inbox from 'lucide-react/icons/inbox';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { Button } from '../content/button.tsx';
import { cx } from '../theme/class-names.ts';
import styles from './states.module.css';

export interface StateProps {
  readonly title: string;
  /** Why it is so and what to do. */
  readonly text?: ReactNode;
  /** The one thing to do: a button or a link. */
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  /** Less air, inside a card. */
  readonly compact?: boolean;
  /** Level of the title (2). */
  readonly level?: 1 | 2 | 3;
}

function State({ title, text, action, icon, compact, level = 2, danger }: StateProps & { danger?: boolean }) {
  const Title = `h${level}` as const;
  return (
    <div className={cx(styles.state, compact && styles.compact, danger && styles.danger)}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <Title>{title}</Title>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? <div className={styles.actions}>{action}</div> : null}
    </div>
  );
}

/** Nothing here: why, and the one thing to do. */
export const EmptyState = ({ icon = <Inbox size={28} />, ...rest }: StateProps) => (
  <State {...rest} icon={icon} />
);

export interface ErrorStateProps extends Omit<StateProps, 'title' | 'action'> {
  readonly title?: string;
  readonly onRetry?: () => void;
  /** The retry is under way. */
  readonly busy?: boolean;
}

/** It didn't load: what happened, and a retry. */
export const ErrorState = ({
  title = 'This didn’t load',
  icon = <CircleAlert size={28} />,
  onRetry,
  busy,
  ...rest
}: ErrorStateProps) => (
  <div role="alert">
    <State
      {...rest}
      danger
      title={title}
      icon={icon}
      action={
        onRetry ? (
          <Button onClick={onRetry} busy={busy}>
            Try again
          </Button>
        ) : null
      }
    />
  </div>
);

/** Not for this person: why, and the way in. */
export const NotAllowed = ({ icon = <Lock size={28} />, ...rest }: StateProps) => (
  <State {...rest} icon={icon} />
);
