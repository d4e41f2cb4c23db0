import { InterestChips } from '#components/people/creators/interest-chips.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { BlockedPeople } from './blocked-people.tsx';
import { LeavingSections } from './leaving/leaving-sections.tsx';
import { LoginSections } from './login-sections.tsx';
import { MassMessageCap } from './mass-message-cap.tsx';
import { MutedSection } from './muted-creators.tsx';
import { NewAccountSection } from './new-account-section.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { SessionsList } from './sessions-list.tsx';
import { TimeZoneField } from './creator/time-zone-field.tsx';

interface OfAccount {
  readonly isPerformer: boolean;
}

/** Logging in, sessions, one's data, and leaving: the same for fans and creators. */
export const SecuritySections = ({ isPerformer }: OfAccount) => (
  <>
    <LoginSections />
    <NewAccountSection />
    <SectionCard title="Active sessions">
      <SessionsList />
    </SectionCard>
    <LeavingSections isPerformer={isPerformer} />
  </>
);

/** What the account hears about, and how many mass messages it receives. */
export const NotificationSections = ({ isPerformer }: OfAccount) => (
  <>
    <SectionCard title="Notifications" text="Choose what you’re notified about, and where.">
      <NotificationSettings isPerformer={isPerformer} />
    </SectionCard>
    <SectionCard
      title="Mass messages"
      text="Creators can message many fans at once. Choose how many of these messages you receive."
    >
      <MassMessageCap />
    </SectionCard>
  </>
);

/** The account's only time zone; the notification settings link to it. */
export const TimeZoneSection = () => (
  <SectionCard title="Time zone" anchor="time-zone">
    <TimeZoneField />
  </SectionCard>
);

export const InterestsSection = () => (
  <SectionCard title="Interests" text="We use these categories to suggest creators. Only you can see them.">
    <InterestChips />
  </SectionCard>
);

/** People whom one doesn't want to see or hear. */
export const PeopleSections = () => (
  <>
    <SectionCard title="Blocked people" text="You and the people you block can’t see each other here.">
      <BlockedPeople />
    </SectionCard>
    <MutedSection />
  </>
);
