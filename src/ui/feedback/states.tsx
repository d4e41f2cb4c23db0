import CircleAlert from 'lucide-react/icons/circle-alert';
import Inbox from 'lucide-react/icons/inbox';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { Button } from '../content/button.tsx';
import { cx } from '../theme/class-names.ts';
import styles from './states.module.css';

export interface StateProps {
  readonly title: string;
  /** The reason, and what to do about it. */
  readonly text?: ReactNode;
  /** A single button or link. */
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  /** Smaller padding, for use inside a card. */
  readonly compact?: boolean;
  /** Heading level; defaults to 2. */
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

/** Shown where there is no content: says why and offers one action. */
export const EmptyState = ({ icon = <Inbox size={28} />, ...rest }: StateProps) => (
  <State {...rest} icon={icon} />
);

export interface ErrorStateProps extends Omit<StateProps, 'title' | 'action'> {
  readonly title?: string;
  readonly onRetry?: () => void;
  /** A retry is in progress. */
  readonly busy?: boolean;
}

/** Shown when loading has failed: says what happened and offers a retry. */
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

/** Shown when the user lacks access: says why and how to get it. */
export const NotAllowed = ({ icon = <Lock size={28} />, ...rest }: StateProps) => (
  <State {...rest} icon={icon} />
);
