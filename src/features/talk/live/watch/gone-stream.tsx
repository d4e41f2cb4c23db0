import Radio from 'lucide-react/icons/radio';
import { routes } from '#config/routes.ts';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';

/** Shown if a stream doesn't exist, or isn't there for this person. */
export const GoneStream = () => (
  <NotFound
    icon={<Radio size={28} />}
    title="Stream not found"
    text="The link may be broken or the stream removed."
    action={
      <ButtonLink variant="primary" href={routes.live}>
        See who’s live
      </ButtonLink>
    }
  />
);
