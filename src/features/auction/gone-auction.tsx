import Gavel from 'lucide-react/icons/gavel';
import { routes } from '#config/routes';
import { ButtonLink } from '#ui/button-link';
import { PageHead } from '#ui/page-head';
import { EmptyState } from '#ui/states';

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
