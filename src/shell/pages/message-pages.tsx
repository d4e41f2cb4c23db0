import Compass from 'lucide-react/icons/compass';
import WifiOff from 'lucide-react/icons/wifi-off';
import { routes } from '#config/routes.ts';
import { OrPlaceQuestion } from '#components/base/lists/or-place-question.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';

/** The 404 page. */
export const NotFoundView = () => (
  <OrPlaceQuestion>
    <PageHead title="Page not found" unlisted />
    <EmptyState
      level={1}
      icon={<Compass size={28} />}
      title="Page not found"
      text="The link may be broken or the page removed."
      action={
        <>
          <ButtonLink href={routes.landing} variant="primary">
            Go home
          </ButtonLink>
          <ButtonLink href={routes.search}>Find creators</ButtonLink>
        </>
      }
    />
  </OrPlaceQuestion>
);

const reload = () => location.reload();

/** The 500 page. */
export const ServerErrorView = () => (
  <>
    <PageHead title="Something went wrong" unlisted />
    <ErrorState
      level={1}
      title="Something went wrong on our end"
      text="We’ve been notified. Try again in a moment. Anything you saved is safe."
      onRetry={reload}
    />
  </>
);

/** Shown instead of a page while offline. */
export const OfflineView = () => (
  <>
    <PageHead title="Offline" unlisted />
    <EmptyState
      level={1}
      icon={<WifiOff size={28} />}
      title="You’re offline"
      text="Check your internet connection and try again."
      action={
        <Button variant="primary" onClick={reload}>
          Try again
        </Button>
      }
    />
  </>
);
