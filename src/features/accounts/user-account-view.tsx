import type { CurrentUser } from '#contract/accounts.ts';
import { AddressBook } from '#components/shop/address-book.tsx';
import { InterestChips } from '#components/creators/interest-chips.tsx';
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
import { NotificationSections, SecuritySections } from './account-sections.tsx';
import { type AccountTab, AccountTabs } from './account-tabs.tsx';
import { BlockedPeople } from './blocked-people.tsx';
import { MutedSection } from './muted-creators.tsx';
import { PictureUpload } from './pictures/picture-upload.tsx';
import { ProfileForm } from './profile-form.tsx';

const AccountSkeleton = () => (
  <Skeleton label="Loading your account">
    <Stack>
      <SkeletonPerson size={96} />
      <SkeletonText lines={6} />
    </Stack>
  </Skeleton>
);

function ProfileSections({ user }: { user: CurrentUser }) {
  const api = useApi();
  const dispatch = useAppDispatch();
  const sendAvatar = async (file: File, onProgress: (percent: number) => void) => {
    const { url } = await uploadUserAvatar(api, { files: { file }, onProgress });
    dispatch(currentUserChanged({ avatar: url }));
  };
  return (
    <>
      <SectionCard title="Profile picture">
        <PictureUpload use="avatar" what="profile picture" upload={sendAvatar}>
          <Avatar src={user.avatar} size={96} priority />
        </PictureUpload>
      </SectionCard>
      <SectionCard title="Profile">
        <ProfileForm key={user._id} user={user} />
      </SectionCard>
      <SectionCard title="Interests" text="We suggest creators by these categories. Only you can see them.">
        <InterestChips />
      </SectionCard>
    </>
  );
}

const BuyingSections = () => (
  <>
    <SectionCard
      title="Addresses"
      text="Where your orders are delivered. Creators you order from see only the address you choose."
    >
      <AddressBook />
    </SectionCard>
    <SectionCard title="Cards" text="The same cards as in your wallet.">
      <CardsList />
    </SectionCard>
  </>
);

const tabsOf = (user: CurrentUser): readonly AccountTab[] => [
  { key: 'profile', label: 'Profile', content: () => <ProfileSections user={user} /> },
  { key: 'payment', label: 'Cards and addresses', content: BuyingSections },
  {
    key: 'privacy',
    label: 'Privacy',
    content: () => (
      <>
        <SectionCard title="Blocked people" text="You and the people you block can’t see each other here.">
          <BlockedPeople />
        </SectionCard>
        <MutedSection />
      </>
    ),
  },
  {
    key: 'security',
    label: 'Security',
    content: () => <SecuritySections isPerformer={user.isPerformer} />,
  },
  {
    key: 'notifications',
    label: 'Notifications',
    content: () => <NotificationSections isPerformer={user.isPerformer} />,
  },
];

/** `/user/account`: profile, password and sessions. */
export function UserAccountView() {
  const user = useAppSelector(selectCurrentUser);
  if (!user) return <AccountSkeleton />;
  return (
    <Stack gap={24}>
      <PageHead title="Account" unlisted />
      <PageHeader title="Account" text="Your profile, login and saved details." />
      {user.email && user.username ? null : (
        <Notice tone="warning" title="Finish setting up your account">
          Choose a username and add an email address to finish setting up your account.
        </Notice>
      )}
      <AccountTabs tabs={tabsOf(user)} />
    </Stack>
  );
}
