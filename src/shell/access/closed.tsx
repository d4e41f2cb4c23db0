import Globe from 'lucide-react/icons/globe';
import Wrench from 'lucide-react/icons/wrench';
import { PageHead } from '#ui/layout/page-head.tsx';
import { EmptyState, NotAllowed } from '#ui/feedback/states.tsx';
import { useSite } from './session.ts';

/** Shown if the site is blocked in the visitor's country. */
export function CountryBlocked() {
  const { siteName } = useSite();
  return (
    <>
      <PageHead title="Not available here" unlisted />
      <NotAllowed
        level={1}
        icon={<Globe size={28} />}
        title={`${siteName} isn’t available in your country`}
        text="If you’re traveling, try again when you’re back."
      />
    </>
  );
}

export function Maintenance() {
  const { siteName } = useSite();
  return (
    <>
      <PageHead title="Down for maintenance" unlisted />
      <EmptyState
        level={1}
        icon={<Wrench size={28} />}
        title={`${siteName} is down for maintenance`}
        text="We’ll be back soon. Your data is safe."
      />
    </>
  );
}
