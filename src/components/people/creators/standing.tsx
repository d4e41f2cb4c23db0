import type { OwnPerformer } from '#contract/people/creators.ts';
import { routes } from '#config/routes.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './standing.module.css';
import { Approval } from './approval.tsx';

/** What keeps the creator from being visible or subscribed to, and what to do about it. */
export const Standing = ({ performer, hasPrice }: { performer: OwnPerformer; hasPrice: boolean }) => (
  <div className={styles.standing}>
    <Approval performer={performer} onAccount={false} />
    {hasPrice ? null : (
      <Notice
        title="Set your subscription prices"
        action={<ButtonLink href={`${routes.creatorAccount}?tab=membership`}>Set prices</ButtonLink>}
      >
        Until you do, fans can’t subscribe and no one can see your posts for subscribers.
      </Notice>
    )}
  </div>
);
