import Pencil from 'lucide-react/icons/pencil';
import Share from 'lucide-react/icons/share';
import { routes } from '#config/routes.ts';
import type { Performer } from '#contract/people/creators.ts';
import { profilePath } from '#components/people/accounts/person.tsx';
import { share } from '#components/content/community/share.ts';
import { IconButton } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';

/** What creators can do with their own profile. */
export const OwnActions = ({ performer }: { performer: Performer }) => (
  <>
    <IconButton
      label="Share this profile"
      variant="secondary"
      onClick={() => share(profilePath(performer), performer.name)}
    >
      <Share size={20} />
    </IconButton>
    <ButtonLink href={routes.creatorAccount} icon={<Pencil size={18} aria-hidden="true" />}>
      Edit profile
    </ButtonLink>
  </>
);
