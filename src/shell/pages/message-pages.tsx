import Compass from 'lucide-react/icons/compass';
import WifiOff from 'lucide-react/icons/wifi-off';
import { routes } from '#config/routes.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';

/** 404. */
export const NotFoundView = () => (
  <>
    <PageHead title="Page not found" unlisted />
    <EmptyState
      level={1}
      icon={<Compass size={28} />}
      title="There is nothing here"
      text="The page may have moved or been removed, or the address has a slip in it."
      action={
        <>
          <ButtonLink href={routes.landing} variant="primary">
            Go to the start
          </ButtonLink>
          <ButtonLink href={routes.search}>Find creators</ButtonLink>
        </>
      }
    />
  </>
);

const reload = () => location.reload();

/** 500. */
export const ServerErrorView = () => (
  <>
    <PageHead title="Something went wrong" unlisted />
    <ErrorState
      level={1}
      title="Something went wrong on our side"
      text="It has been noted. Try again in a moment; what you had saved is safe."
      onRetry={reload}
    />
  </>
);

/** Shown in place of a page while there is no connection. */
export const OfflineView = () => (
  <>
    <PageHead title="Offline" unlisted />
    <EmptyState
      level={1}
      icon={<WifiOff size={28} />}
      title="You are offline"
      text="This page needs a connection. Check your network and try again."
      action={
        <Button variant="primary" onClick={reload}>
          Try again
        </Button>
      }
    />
  </>
);
