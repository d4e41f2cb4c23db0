import { routes } from '#config/routes.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

/** Shown to a creator whose approval is pending. */
export const PendingApproval = () => (
  <Notice
    tone="warning"
    title="Your profile is waiting for approval"
    action={<ButtonLink href={`${routes.creatorAccount}?tab=payouts`}>Check status</ButtonLink>}
  >
    Only you can see this page for now. You can publish posts once it’s approved.
  </Notice>
);
