import { routes } from '#config/routes.ts';
import type { CurrentUser } from '#contract/people/accounts.ts';
import type { OwnPerformer } from '#contract/people/creators.ts';
import { problemMessage } from '#lib/problem.ts';
import { Cover } from '#components/content/media-items/cover.tsx';
import { Approval } from '#components/people/creators/approval.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { noAvatar } from '#lib/thumbnail.ts';
import { removeAvatar } from '#services/people/accounts.ts';
import {
  getOwnPerformer,
  removeCover,
  uploadCover,
  uploadPerformerAvatar,
} from '#services/people/creators.ts';
import { useRead } from '#state/query/hooks.ts';
import { useApi, useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { currentUserChanged, selectCurrentUser } from '#state/session/user.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { type AccountTab, AccountTabs } from '../account-tabs.tsx';
import styles from '../account.module.css';
import {
  InterestsSection,
  NotificationSections,
  PeopleSections,
  SecuritySections,
  TimeZoneSection,
} from '../account-sections.tsx';
import { BlockedCountries } from '../blocked-countries.tsx';
import { CreatorAccountHeading, CreatorAccountSkeleton } from './creator-account-skeleton.tsx';
import { CountryPreview } from '../country-preview.tsx';
import { PictureUpload } from '../pictures/picture-upload.tsx';
import { PricesForm } from '../prices-form.tsx';
import { ProfileForm } from '../profile-form.tsx';
import { VerificationSection } from '../verification-section.tsx';
import { WelcomeVideoForm } from '../welcome-video-form.tsx';

const PayoutMethods = lazyPart(
  async () => (await import('#components/trade/payouts/payout-methods.tsx')).PayoutMethods,
);
const ReleasesList = lazyPart(
  async () => (await import('#components/content/releases/releases-list.tsx')).ReleasesList,
);
const releasesSkeleton = (
  <Skeleton label="Loading people and releases">
    <SkeletonBlock height={72} width="100%" />
  </Skeleton>
);

const BillingDetailsForm = lazyPart(
  async () => (await import('../billing-details-form.tsx')).BillingDetailsForm,
);
const billingSkeleton = (
  <Skeleton label="Loading billing details">
    <SkeletonBlock height={520} width="100%" />
  </Skeleton>
);

const payoutSkeleton = (
  <Skeleton label="Loading payout methods">
    <Stack gap={12}>
      <SkeletonBlock height={56} width="100%" />
      <SkeletonBlock height={40} width={220} />
    </Stack>
  </Skeleton>
);

const FirstMessages = lazyPart(async () => (await import('../first-messages.tsx')).FirstMessages);
const messagesSkeleton = (
  <Skeleton label="Loading settings for first messages">
    <Stack gap={12}>
      <SkeletonBlock height={176} width="100%" />
      <SkeletonBlock height={72} width="100%" />
      <SkeletonBlock height={40} width={96} />
    </Stack>
  </Skeleton>
);

const BuyingSections = lazyPart(async () => (await import('../buying-sections.tsx')).BuyingSections);
const buyingSkeleton = (
  <Skeleton label="Loading cards and addresses">
    <Stack gap={24}>
      <SkeletonBlock height={220} width="100%" />
      <SkeletonBlock height={220} width="100%" />
    </Stack>
  </Skeleton>
);

/** Avatar and cover, each uploaded as soon as it is picked. */
function Pictures({ performer }: { performer: OwnPerformer }) {
  const api = useApi();
  const dispatch = useAppDispatch();
  const sendAvatar = async (file: File, onProgress: (percent: number) => void) => {
    const { url } = await uploadPerformerAvatar(api, { files: { file }, onProgress });
    dispatch(currentUserChanged({ avatar: url }));
  };
  const sendCover = async (file: File, onProgress: (percent: number) => void) => {
    const { url } = await uploadCover(api, { files: { file }, onProgress });
    dispatch(currentUserChanged({ cover: url }));
  };
  const { cover, avatar } = useAppSelector(selectCurrentUser) ?? performer;
  const withoutCover = async () => {
    await removeCover(api);
    dispatch(currentUserChanged({ cover: null }));
  };
  const withoutAvatar = async () => {
    const { url } = await removeAvatar(api);
    dispatch(currentUserChanged({ avatar: url }));
  };
  return (
    <Stack gap={24}>
      <PictureUpload
        use="cover"
        what="cover"
        upload={sendCover}
        remove={cover === null ? undefined : withoutCover}
      >
        <Cover
          address={cover}
          id={performer._id}
          sizes="(min-width: 1200px) 960px, 100vw"
          className={styles.cover}
        />
      </PictureUpload>
      <PictureUpload
        use="avatar"
        what="profile picture"
        upload={sendAvatar}
        remove={avatar === noAvatar ? undefined : withoutAvatar}
      >
        <Avatar src={avatar} size={96} priority />
      </PictureUpload>
    </Stack>
  );
}

/** Sections about the creator's public page. */
const PageSections = ({ performer, user }: { performer: OwnPerformer; user: CurrentUser }) => (
  <>
    <SectionCard title="Pictures">
      <Pictures performer={performer} />
    </SectionCard>
    <SectionCard title="Welcome video">
      <WelcomeVideoForm key={performer._id} performer={performer} />
    </SectionCard>
    <SectionCard title="Profile">
      <ProfileForm key={user._id} user={user} performer={performer} />
    </SectionCard>
    <TimeZoneSection />
    <InterestsSection />
  </>
);

/** Sections about getting paid, and what that requires. */
const PayoutSections = ({ performer }: { performer: OwnPerformer }) => (
  <>
    <VerificationSection performer={performer} />
    <SectionCard
      title="People and releases"
      text="People in your work who have no account here. Only you and the site’s operators see their names."
    >
      <LazyClient skeleton={releasesSkeleton}>
        <ReleasesList />
      </LazyClient>
    </SectionCard>
    <SectionCard
      title="Payout methods"
      text="After a change, payouts to the new method wait a few days, and we email you a link to undo it."
    >
      <LazyClient skeleton={payoutSkeleton}>
        <PayoutMethods />
      </LazyClient>
    </SectionCard>
    <SectionCard
      title="Billing details"
      text="Printed on your monthly statements and yearly summaries. Fans never see them."
      anchor="billing-details"
    >
      <LazyClient skeleton={billingSkeleton}>
        <BillingDetailsForm />
      </LazyClient>
    </SectionCard>
  </>
);

/** Sections about who can see the page and write. */
const VisibilitySections = () => (
  <>
    <SectionCard
      title="First messages"
      text="Who can start a conversation with you, and whether they ask or pay first."
    >
      <LazyClient skeleton={messagesSkeleton}>
        <FirstMessages />
      </LazyClient>
    </SectionCard>
    <SectionCard title="Blocked countries">
      <BlockedCountries />
    </SectionCard>
    <SectionCard
      title="Preview by country"
      text="See your page as a logged-out visitor from another country."
    >
      <CountryPreview />
    </SectionCard>
    <PeopleSections />
  </>
);

const listTabs = (performer: OwnPerformer, user: CurrentUser): readonly AccountTab[] => [
  { key: 'profile', label: 'Profile', content: () => <PageSections performer={performer} user={user} /> },
  {
    key: 'membership',
    label: 'Membership',
    content: () => (
      <SectionCard title="Subscription prices">
        <PricesForm user={user} performer={performer} />
      </SectionCard>
    ),
  },
  { key: 'payouts', label: 'Payouts', content: () => <PayoutSections performer={performer} /> },
  {
    key: 'payment',
    label: 'Cards and addresses',
    content: () => (
      <LazyClient skeleton={buyingSkeleton}>
        <BuyingSections />
      </LazyClient>
    ),
  },
  { key: 'privacy', label: 'Privacy', content: VisibilitySections },
  { key: 'security', label: 'Security', content: () => <SecuritySections isPerformer /> },
  { key: 'notifications', label: 'Notifications', content: () => <NotificationSections isPerformer /> },
];

/** `/creator/account`: all settings of a creator. */
export function CreatorAccountView() {
  const user = useAppSelector(selectCurrentUser);
  const { data: performer, error, isFetching, refetch } = useRead(getOwnPerformer);
  const tab = useQueryParams().get('tab');
  if (error && !performer)
    return <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />;
  if (!performer || !user) return <CreatorAccountSkeleton />;
  return (
    <Stack gap={24}>
      <CreatorAccountHeading page={routes.profile(user.username ?? user._id)} />
      {user.email && user.username ? null : (
        <Notice tone="warning" title="Finish setting up your account">
          Choose a username and add an email address to finish setting up your page.
        </Notice>
      )}
      <Approval performer={performer} onAccount={tab === 'payouts'} />
      <AccountTabs tabs={listTabs(performer, user)} />
    </Stack>
  );
}
