import type { CurrentUser } from '#contract/people/accounts.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { noAvatar } from '#lib/thumbnail.ts';
import { removeAvatar, uploadUserAvatar } from '#services/people/accounts.ts';
import { useApi, useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { currentUserChanged, selectCurrentUser } from '#state/session/user.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { SkeletonPerson, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import {
  InterestsSection,
  NotificationSections,
  PeopleSections,
  SecuritySections,
  TimeZoneSection,
} from './account-sections.tsx';
import { type AccountTab, AccountTabs } from './account-tabs.tsx';
import { BuyingSections } from './buying-sections.tsx';
import { CreatorAccountSkeleton } from './creator/creator-account-skeleton.tsx';
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
  const withoutAvatar = async () => {
    const { url } = await removeAvatar(api);
    dispatch(currentUserChanged({ avatar: url }));
  };
  return (
    <>
      <SectionCard title="Profile picture">
        <PictureUpload
          use="avatar"
          what="profile picture"
          upload={sendAvatar}
          remove={user.avatar === noAvatar ? undefined : withoutAvatar}
        >
          <Avatar src={user.avatar} size={96} priority />
        </PictureUpload>
      </SectionCard>
      <SectionCard title="Profile">
        <ProfileForm key={user._id} user={user} />
      </SectionCard>
      <TimeZoneSection />
      <InterestsSection />
    </>
  );
}

const listTabs = (user: CurrentUser): readonly AccountTab[] => [
  { key: 'profile', label: 'Profile', content: () => <ProfileSections user={user} /> },
  { key: 'payment', label: 'Cards and addresses', content: BuyingSections },
  { key: 'privacy', label: 'Privacy', content: PeopleSections },
  { key: 'security', label: 'Security', content: () => <SecuritySections isPerformer={false} /> },
  {
    key: 'notifications',
    label: 'Notifications',
    content: () => <NotificationSections isPerformer={false} />,
  },
];

const CreatorAccountView = lazyPart(
  async () => (await import('./creator/creator-account-view.tsx')).CreatorAccountView,
);

/** `/user/account`: profile, password and sessions. A creator has one page for all settings, and finds it here too. */
export function UserAccountView() {
  const user = useAppSelector(selectCurrentUser);
  if (!user) return <AccountSkeleton />;
  if (!user.isPerformer) return <FanAccount user={user} />;
  return (
    <LazyClient skeleton={<CreatorAccountSkeleton />}>
      <CreatorAccountView />
    </LazyClient>
  );
}

function FanAccount({ user }: { user: CurrentUser }) {
  return (
    <Stack gap={24}>
      <PageHead title="Account" unlisted />
      <PageHeader title="Account" text="Your profile, login and saved details." />
      {user.email && user.username ? null : (
        <Notice tone="warning" title="Finish setting up your account">
          Choose a username and add an email address to finish setting up your account.
        </Notice>
      )}
      <AccountTabs tabs={listTabs(user)} />
    </Stack>
  );
}
