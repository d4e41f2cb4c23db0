import { routes } from '#config/routes.ts';
import type { OwnPerformer } from '#contract/people/creators.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

type Standing = Pick<OwnPerformer, 'verified' | 'verifiedReason'>;

const toSend = {
  draft: { title: 'Verify your identity', text: 'Send your documents', keeps: null },
  rejected: { title: 'Your documents weren’t accepted', text: 'Send them again', keeps: null },
  expired: { title: 'Your identity document has expired', text: 'Send a new one', keeps: null },
  approved: {
    title: 'Your new documents weren’t accepted',
    text: 'Send them again',
    keeps: 'Your page stays public until the earlier document expires.',
  },
} as const;

interface ToSendProps {
  readonly verified: keyof typeof toSend;
  readonly reason: string | null;
  readonly onAccount: boolean;
}

/** Documents to send: what for, the operator's reason, and what holds until then. */
function ToSend({ verified, reason, onAccount }: ToSendProps) {
  const { title, text, keeps } = toSend[verified];
  const where = onAccount ? ' below. ' : '. ';
  const rest =
    keeps ??
    'Make sure they’re complete and readable. Until they’re approved, only you can see your page and you can’t publish.';
  return (
    <Notice
      tone={verified === 'draft' ? 'warning' : 'danger'}
      title={title}
      action={
        onAccount ? null : (
          <ButtonLink href={`${routes.creatorAccount}?tab=payouts`}>Send documents</ButtonLink>
        )
      }
    >
      {reason ? <p>{reason}</p> : null}
      <p>
        {text}
        {where}
        {rest}
      </p>
    </Notice>
  );
}

/**
 * The state of a creator's approval, the reason, and what to do next. Renders nothing once approved, unless
 * newer documents weren't. `onAccount` is true on the page where the documents can be sent.
 */
export function Approval({
  performer: { verified, verifiedReason },
  onAccount,
}: {
  performer: Standing;
  onAccount: boolean;
}) {
  if (verified === 'approved' && verifiedReason === null) return null;
  if (verified !== 'pending')
    return <ToSend verified={verified} reason={verifiedReason} onAccount={onAccount} />;
  return (
    <Notice
      tone="warning"
      title="We’re reviewing your documents"
      action={
        onAccount ? null : <ButtonLink href={`${routes.creatorAccount}?tab=payouts`}>Settings</ButtonLink>
      }
    >
      Once they’re approved, your page is public and you can publish. You can set everything up now.
    </Notice>
  );
}
