import Bookmark from 'lucide-react/icons/bookmark';
import { routes } from '#config/routes.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';

/** Shown if there are no bookmarks of a type. */
export const NoBookmarks = ({ what }: { what: string }) => (
  <EmptyState
    icon={<Bookmark size={28} />}
    title={`No bookmarked ${what} yet`}
    text="Bookmark anything you want to find again later."
    action={
      <ButtonLink variant="primary" href={routes.search}>
        Find creators
      </ButtonLink>
    }
  />
);
