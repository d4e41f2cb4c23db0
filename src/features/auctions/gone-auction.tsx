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
      title="This auction isn’t here"
      text="It may have been cancelled, or the address has a slip in it."
      action={
        <ButtonLink variant="primary" href={routes.auctions}>
          See all auctions
        </ButtonLink>
      }
    />
  </>
);
