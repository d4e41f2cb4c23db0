import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Mail from 'lucide-react/icons/mail';
import Pencil from 'lucide-react/icons/pencil';
import Share from 'lucide-react/icons/share';
import Router from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { Performer } from '#contract/performers';
import { problemMessage } from '#lib/problem';
import { loginFirst } from '#parts/login-first';
import { profileOf } from '#parts/person';
import { share } from '#parts/share';
import { usePurchases } from '#parts/use-purchases';
import { useApi } from '#state/hooks';
import { IconButton } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { Menu } from '#ui/menu';
import { toast } from '#ui/toast';

/** Opens the conversation with a creator and goes there. */
function useWriteTo({ _id }: Performer) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const write = async () => {
    if (busy || !loginFirst()) return;
    setBusy(true);
    try {
      const { createConversation } = await import('#services/messages');
      const conversation = await createConversation(api, { source: 'performer', sourceId: _id });
      await Router.push(routes.conversation(conversation._id));
    } catch (problem) {
      toast.error(problemMessage(problem));
    }
    setBusy(false);
  };
  return { busy, write };
}

function ForOthers({ performer }: { performer: Performer }) {
  const { tip } = usePurchases();
  const { busy, write } = useWriteTo(performer);
  return (
    <>
      <IconButton label={`Tip ${performer.name}`} variant="secondary" onClick={() => tip(performer)}>
        <CircleDollarSign size={20} />
      </IconButton>
      <IconButton
        label={`Write to ${performer.name}`}
        variant="secondary"
        aria-busy={busy || undefined}
        onClick={() => void write()}
      >
        <Mail size={20} />
      </IconButton>
      <Menu
        label={`More about ${performer.name}`}
        items={async () => (await import('#parts/menu-items')).profileItems(performer)}
      />
    </>
  );
}

/** What one can do with a profile besides following and subscribing. */
export const ProfileActions = ({ performer, own }: { performer: Performer; own: boolean }) => (
  <>
    {own ? (
      <>
        <IconButton
          label="Share this profile"
          variant="secondary"
          onClick={() => void share(profileOf(performer), performer.name)}
        >
          <Share size={20} />
        </IconButton>
        <ButtonLink href={routes.creatorAccount} icon={<Pencil size={18} aria-hidden="true" />}>
          Edit profile
        </ButtonLink>
      </>
    ) : (
      <ForOthers performer={performer} />
    )}
  </>
);
