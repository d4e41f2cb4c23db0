import { lazy } from 'react';
import { routes } from '#config/routes';
import type { OwnPerformer } from '#contract/performers';
import { problemMessage } from '#lib/problem';
import { Cover } from '#parts/cover';
import { Later } from '#parts/later';
import { uploadCover, uploadPerformerAvatar } from '#services/performers';
import { useGetOwnPerformerQuery } from '#state/api-performers';
import { useApi, useAppDispatch, useAppSelector } from '#state/hooks';
import { currentUserChanged, selectCurrentUser } from '#state/user';
import { Avatar } from '#ui/avatar';
import { ButtonLink } from '#ui/button-link';
import { Card } from '#ui/card';
import { Notice } from '#ui/notice';
import { PageHead } from '#ui/page-head';
import { PageHeader, Section } from '#ui/page-header';
import { Bone, BonePerson, BoneText, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { ErrorState } from '#ui/states';
import styles from './account.module.css';
import { BlockedCountries } from './blocked-countries.tsx';
import { BlockedPeople } from './blocked-people.tsx';
import { CategoriesForm } from './categories-form.tsx';
import { CountryPreview } from './country-preview.tsx';
import { DocumentsForm } from './documents-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PictureUpload } from './picture-upload.tsx';
import { PricesForm } from './prices-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionsList } from './sessions-list.tsx';
import { WelcomeVideoForm } from './welcome-video-form.tsx';

const PayoutMethods = lazy(() =>
  import('#parts/payout-methods').then((module) => ({ default: module.PayoutMethods })),
);
const payoutBones = (
  <Skeleton label="Loading payout methods">
    <Stack gap={12}>
      <Bone height={56} width="100%" />
      <Bone height={40} width={220} />
    </Stack>
  </Skeleton>
);

/** Where the approval stands, and what it keeps the creator from. */
function Approval({ performer }: { performer: OwnPerformer }) {
  if (performer.verified === 'approved') return null;
  if (performer.verified === 'rejected') {
    return (
      <Notice tone="danger" title="Your documents weren’t accepted">
        {performer.verifiedReason ? <p>{performer.verifiedReason}</p> : null}
        <p>Send them again below, complete and readable.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title="We are looking at your documents">
      Your page shows to others, and you can publish, as soon as they are approved. You can set everything up
      now.
    </Notice>
  );
}

/** The two pictures, sent as soon as they are picked. */
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
  const current = useAppSelector(selectCurrentUser);
  return (
    <Stack gap={24}>
      <PictureUpload what="cover" upload={sendCover}>
        <Cover
          address={current?.cover ?? performer.cover}
          id={performer._id}
          sizes="(min-width: 1200px) 960px, 100vw"
          className={styles.cover}
        />
      </PictureUpload>
      <PictureUpload what="profile picture" upload={sendAvatar}>
        <Avatar src={current?.avatar ?? performer.avatar} size={96} priority />
      </PictureUpload>
    </Stack>
  );
}

/** `/creator/account`: everything about a creator's page and its prices. */
export function CreatorAccountView() {
  const user = useAppSelector(selectCurrentUser);
  const { data: performer, error, isFetching, refetch } = useGetOwnPerformerQuery();
  if (error && !performer)
    return <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />;
  if (!performer || !user) {
    return (
      <Skeleton label="Loading your profile">
        <Stack gap={24}>
          <Bone ratio={3} width="100%" />
          <BonePerson size={96} />
          <BoneText lines={6} />
        </Stack>
      </Skeleton>
    );
  }
  return (
    <Stack gap={24}>
      <PageHead title="Profile and prices" unlisted />
      <PageHeader
        title="Profile and prices"
        text="What people see of you, and what it costs."
        actions={<ButtonLink href={routes.profile(user.username ?? user._id)}>See your page</ButtonLink>}
      />
      {user.email && user.username ? null : (
        <Notice tone="warning" title="Two things are missing">
          Choose a username and give an e-mail address; then your page is ready.
        </Notice>
      )}
      <Approval performer={performer} />
      <Card>
        <Section title="Pictures">
          <Pictures performer={performer} />
        </Section>
      </Card>
      <Card>
        <Section title="Welcome video">
          <WelcomeVideoForm key={performer._id} performer={performer} />
        </Section>
      </Card>
      <Card>
        <Section title="Profile">
          <ProfileForm key={user._id} user={user} />
        </Section>
      </Card>
      <Card>
        <Section title="What you make">
          <CategoriesForm performer={performer} />
        </Section>
      </Card>
      <Card>
        <Section title="Subscription prices">
          <PricesForm performer={performer} />
        </Section>
      </Card>
      {performer.verified === 'approved' ? null : (
        <Card>
          <Section title="Identity documents" text="Only the operator of the site sees them.">
            <DocumentsForm performer={performer} />
          </Section>
        </Card>
      )}
      <Card>
        <Section
          title="Where payouts go"
          text="After a change nothing is paid there for some days, and a mail can take it back."
        >
          <Later skeleton={payoutBones}>
            <PayoutMethods />
          </Later>
        </Section>
      </Card>
      <Card>
        <Section title="Blocked countries">
          <BlockedCountries />
        </Section>
      </Card>
      <Card>
        <Section
          title="View as country"
          text="What a visitor from there, who isn’t logged in, gets of your page."
        >
          <CountryPreview />
        </Section>
      </Card>
      <Card>
        <Section title="Blocked people" text="They and you don’t exist for each other here.">
          <BlockedPeople />
        </Section>
      </Card>
      <Card>
        <Section title="Password">
          <PasswordForm />
        </Section>
      </Card>
      <Card>
        <Section title="Where you are logged in">
          <SessionsList />
        </Section>
      </Card>
    </Stack>
  );
}
