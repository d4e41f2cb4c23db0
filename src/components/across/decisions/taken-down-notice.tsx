import { routes } from '#config/routes.ts';
import type { ReportTarget } from '#contract/across/reports.ts';
import { getDecisionOn } from '#services/across/decisions.ts';
import { useRead } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

/** Tells a creator that an operator hid something of theirs, and where the reasons are. Nothing for anything else. */
export function TakenDownNotice({ type, id }: { type: ReportTarget; id: string }) {
  const { currentData } = useRead(getDecisionOn, { params: { type, id } });
  const decision = currentData?.decision;
  return decision ? (
    <Notice
      tone="warning"
      title="Only you can see this"
      action={<Link href={routes.decision(decision._id)}>Read the decision</Link>}
    >
      The site’s operator took it down: {decision.facts}
    </Notice>
  ) : null;
}
