import Bell from 'lucide-react/icons/bell';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { useSetPostAlertsMutation } from '#state/api/notifications.ts';
import { IconButton } from '#ui/content/button.tsx';
import { toast } from '#ui/overlays/toast.ts';

interface PostAlertsProps {
  readonly creator: { readonly _id: string; readonly name: string };
  /** The value that the list was loaded with. */
  readonly isOn: boolean;
}

/** Turns notifications of one creator's new posts on and off. */
export function PostAlerts({ creator: { _id, name }, isOn }: PostAlertsProps) {
  const [save, { isLoading }] = useSetPostAlertsMutation();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const on = chosen ?? isOn;
  const press = async () => {
    const { data, error } = await save({ id: _id, posts: !on });
    if (error) toast.error(problemMessage(error));
    if (data) setChosen(data.posts);
  };
  return (
    <IconButton
      label={`Notify me of new posts by ${name}`}
      aria-pressed={on}
      aria-busy={isLoading || undefined}
      onClick={() => void press()}
    >
      {on ? <BellRing size={20} /> : <Bell size={20} />}
    </IconButton>
  );
}
