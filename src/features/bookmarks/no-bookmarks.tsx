import Bookmark from 'lucide-react/icons/bookmark';
import { routes } from '#config/routes';
import { ButtonLink } from '#ui/button-link';
import { EmptyState } from '#ui/states';

/** Nothing of this kind was kept yet. */
export const NoBookmarks = ({ what }: { what: string }) => (
  <EmptyState
    icon={<Bookmark size={28} />}
    title={`No ${what} kept yet`}
    text="Press the bookmark below something to find it here again."
    action={
      <ButtonLink variant="primary" href={routes.search}>
        Find creators
      </ButtonLink>
    }
  />
);
