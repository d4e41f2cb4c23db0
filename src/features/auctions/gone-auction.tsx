import Gavel from 'lucide-react/icons/gavel';
import { routes } from '#config/routes.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';

/** Instead of an auction that isn't there, or isn't any more. */
export const GoneAuction = () => (
  <>
    <PageHead title="Auction not found" unlisted />
    <EmptyState
      level={1}
      icon={<Gavel size={28} />}
      title="Auction not found"
      text="The link may be broken or the auction canceled."
      action={
        <ButtonLink variant="primary" href={routes.auctions}>
          View all auctions
        </ButtonLink>
      }
    />
  </>
);
