import { routes } from '#config/routes.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { DeactivateAccount } from './deactivate-account.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { YourData } from './your-data.tsx';

/** Decisions, taking one's data along, and leaving: the same for fans and creators. */
export const LeavingSections = ({ isPerformer }: { isPerformer: boolean }) => (
  <>
    <SectionCard
      title="Decisions and reports"
      text="Decisions about your account and content, and the outcome of your reports."
    >
      <div>
        <ButtonLink href={routes.decisions}>View decisions and reports</ButtonLink>
      </div>
    </SectionCard>
    <SectionCard
      title="Your data"
      text="A ZIP of everything of yours: profile, messages, purchases, payments and the files you uploaded."
    >
      <YourData />
    </SectionCard>
    <SectionCard
      title="Deactivate account"
      text="Your profile is hidden until you log in again. Your data, money and purchases are kept."
    >
      <DeactivateAccount isPerformer={isPerformer} />
    </SectionCard>
    <SectionCard
      title="Delete account"
      text="Your account is deleted after a few days. Log in before then to keep it."
    >
      <DeleteAccount />
    </SectionCard>
  </>
);
