import Bell from 'lucide-react/icons/bell';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { setPostAlerts, viewPostAlerts } from '#services/people/notifications.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { type ButtonVariant, IconButton } from '#ui/content/button.tsx';
import { toast } from '#ui/overlays/toast.ts';

interface PostAlertsProps {
  readonly creator: { readonly _id: string; readonly name: string };
  /** The value that the list was loaded with. */
  readonly isOn: boolean;
  readonly variant?: ButtonVariant;
}

/** Turns notifications of one creator's new posts on and off. */
export function PostAlerts({ creator: { _id, name }, isOn, variant = 'quiet' }: PostAlertsProps) {
  const [save, { isLoading }] = useWrite(setPostAlerts);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const on = chosen ?? isOn;
  const press = async () => {
    const { data, error } = await save({ params: { id: _id }, body: { posts: !on } });
    if (error) toast.error(problemMessage(error));
    if (data) setChosen(data.posts);
  };
  return (
    <IconButton
      label={`Notify me of new posts by ${name}`}
      variant={variant}
      aria-pressed={on}
      aria-busy={isLoading || undefined}
      onClick={() => void press()}
    >
      {on ? <BellRing size={20} /> : <Bell size={20} />}
    </IconButton>
  );
}

/** The same for a follower or subscriber on the creator's profile, which doesn't say what they chose. */
export function ProfilePostAlerts({ creator }: Pick<PostAlertsProps, 'creator'>) {
  const { data } = useRead(viewPostAlerts, { params: { id: creator._id } });
  if (data) return <PostAlerts creator={creator} isOn={data.posts} variant="secondary" />;
  return (
    <IconButton label={`Notify me of new posts by ${creator.name}`} variant="secondary" disabled>
      <Bell size={20} />
    </IconButton>
  );
}
