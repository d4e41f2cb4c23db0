import { AddressBook } from '#components/shop/address-book.tsx';
import { CardsList } from '#components/payments/cards-list.tsx';
import { uploadUserAvatar } from '#services/accounts.ts';
import { useApi, useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { currentUserChanged, selectCurrentUser } from '#state/session/user.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { SkeletonPerson, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { BlockedPeople } from './blocked-people.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { MassMessageCap } from './mass-message-cap.tsx';
import { LeavingSections } from './leaving/leaving-sections.tsx';
import { NewAccountSection } from './new-account-section.tsx';
import { PictureUpload } from './picture-upload.tsx';
import { LoginSections } from './login-sections.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionsList } from './sessions-list.tsx';

const AccountSkeleton = () => (
  <Skeleton label="Loading your account">
    <Stack>
      <SkeletonPerson size={96} />
      <SkeletonText lines={6} />
    </Stack>
  </Skeleton>
);

/** `/user/account`: profile, password and sessions. */
export function UserAccountView() {
  const api = useApi();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  if (!user) return <AccountSkeleton />;
  const sendAvatar = async (file: File, onProgress: (percent: number) => void) => {
    const { url } = await uploadUserAvatar(api, { files: { file }, onProgress });
    dispatch(currentUserChanged({ avatar: url }));
  };
  return (
    <Stack gap={24}>
      <PageHead title="Account" unlisted />
      <PageHeader title="Account" text="Your profile, login and saved details." />
      {user.email && user.username ? null : (
        <Notice tone="warning" title="Finish setting up your account">
          Choose a username and add an email address to finish setting up your account.
        </Notice>
      )}
      <SectionCard title="Profile picture">
        <PictureUpload what="profile picture" upload={sendAvatar}>
          <Avatar src={user.avatar} size={96} priority />
        </PictureUpload>
      </SectionCard>
      <SectionCard title="Profile">
        <ProfileForm key={user._id} user={user} />
      </SectionCard>
      <SectionCard
        title="Addresses"
        text="Where your orders are delivered. Creators you order from see only the address you choose."
      >
        <AddressBook />
      </SectionCard>
      <SectionCard title="Cards" text="The same cards as in your wallet.">
        <CardsList />
      </SectionCard>
      <SectionCard title="Notifications" text="What you hear about, and where.">
        <NotificationSettings isPerformer={user.isPerformer} />
      </SectionCard>
      <LoginSections />
      <SectionCard
        title="Mass messages"
        text="Creators can message many fans at once. Choose how many of these messages you receive."
      >
        <MassMessageCap />
      </SectionCard>
      <SectionCard title="Blocked people" text="You and the people you block can’t see each other here.">
        <BlockedPeople />
      </SectionCard>
      <NewAccountSection />
      <SectionCard title="Active sessions">
        <SessionsList />
      </SectionCard>
      <LeavingSections isPerformer={user.isPerformer} />
    </Stack>
  );
}
