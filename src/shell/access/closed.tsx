import Globe from 'lucide-react/icons/globe';
import Wrench from 'lucide-react/icons/wrench';
import { PageHead } from '#ui/layout/page-head.tsx';
import { EmptyState, NotAllowed } from '#ui/feedback/states.tsx';
import { useSite } from './session.ts';

/** The site may not be shown in the visitor's country. */
export function CountryBlocked() {
  const { siteName } = useSite();
  return (
    <>
      <PageHead title="Not available here" unlisted />
      <NotAllowed
        level={1}
        icon={<Globe size={28} />}
        title={`${siteName} isn’t available where you are`}
        text="The site is closed to visitors from your country. If you are travelling, try again when you are back."
      />
    </>
  );
}

/** The site is being worked on. */
export function Maintenance() {
  const { siteName } = useSite();
  return (
    <>
      <PageHead title="Back shortly" unlisted />
      <EmptyState
        level={1}
        icon={<Wrench size={28} />}
        title={`${siteName} is being worked on`}
        text="It will be back shortly. Nothing of yours is lost."
      />
    </>
  );
}
