import type { Proposal } from '#contract/across/operator/parts.ts';
import { Button } from '#ui/content/button.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { formatPersonName } from './person-link.tsx';

/** Says that an action waits for a second operator. */
export function ProposalNotice({
  proposal,
  what,
  onWithdraw,
}: {
  proposal: Proposal;
  /** Such as "Approval". */
  what: string;
  onWithdraw: () => void;
}) {
  return (
    <Notice
      tone="warning"
      title={`${what} proposed by ${proposal.isOwn ? 'you' : formatPersonName(proposal.by)}`}
      action={<Button onClick={onWithdraw}>Withdraw</Button>}
    >
      {proposal.reason} · <RelativeTime iso={proposal.at} />
      <br />
      {proposal.isOwn ? 'Another operator has to confirm it.' : 'It takes effect when you confirm it.'}
    </Notice>
  );
}
