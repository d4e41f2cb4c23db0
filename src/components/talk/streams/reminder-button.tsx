import Bell from 'lucide-react/icons/bell';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { problemMessage } from '#lib/problem.ts';
import { useAppStore } from '#state/hooks.ts';
import { remind } from '#state/streams/remind.ts';
import { Button } from '#ui/content/button.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { loginFirst } from '../../people/auth/login-first.ts';

export interface ReminderButtonProps {
  readonly stream: Pick<Stream, '_id' | 'title' | 'isReminded'>;
  readonly className?: string | undefined;
}

/** Turns the reminder of a scheduled stream on and off. */
export function ReminderButton({ stream: { _id, title, isReminded }, className }: ReminderButtonProps) {
  const store = useAppStore();
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOn = chosen ?? isReminded;
  const press = async () => {
    if (!loginFirst({ why: `be reminded of “${title}”` })) return;
    setBusy(true);
    try {
      await remind(store, { id: _id, isOn: !isOn });
      setChosen(!isOn);
    } catch (problem) {
      toast.error(problemMessage(problem));
    }
    setBusy(false);
  };
  const Icon = isOn ? BellRing : Bell;
  return (
    <Button
      className={className}
      aria-pressed={isOn}
      busy={busy}
      icon={<Icon size={18} aria-hidden="true" />}
      onClick={() => void press()}
    >
      {isOn ? 'Reminder set' : 'Remind me'}
    </Button>
  );
}
