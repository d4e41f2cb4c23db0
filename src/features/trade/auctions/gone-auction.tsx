import Gavel from 'lucide-react/icons/gavel';
import { routes } from '#config/routes.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';

/** Shown if an auction doesn't exist, or no longer does. */
export const GoneAuction = () => (
  <NotFound
    icon={<Gavel size={28} />}
    title="Auction not found"
    text="The link may be broken or the auction canceled."
    action={
      <ButtonLink variant="primary" href={routes.auctions}>
        View all auctions
      </ButtonLink>
    }
  />
);
