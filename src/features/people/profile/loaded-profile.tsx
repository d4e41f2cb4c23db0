import UserRoundX from 'lucide-react/icons/user-round-x';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { Performer } from '#contract/people/creators.ts';
import { getPerformer } from '#services/people/creators.ts';
import { useRead } from '#state/query/hooks.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { addressOf, isFormerName } from './load-profile.ts';
import { ProfileContent } from './profile-content.tsx';

/** Corrects the address of a creator who has changed their username, as the server does. */
function CurrentAddress({ performer, asked }: { performer: Performer; asked: string }) {
  const { query, replace } = useRouter();
  const isFormer = isFormerName(performer, asked);
  useEffect(() => {
    if (isFormer) void replace(addressOf(performer, firstOf(query)));
  });
  return null;
}

const firstOf = (query: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** Loads the profile of the current route, if the page was rendered without it. */
export function LoadedProfile({ skeleton }: { skeleton: ReactNode }) {
  const name = useRouteParam('profileId');
  const request = useRead(getPerformer, name === '' ? null : { params: { id: name } });
  return (
    <LoadedView
      request={request}
      skeleton={skeleton}
      notFound={
        <NotFound
          icon={<UserRoundX size={28} />}
          title="Profile not found"
          text="The link may be broken, or the profile isn’t public."
        />
      }
    >
      {(performer) => (
        <>
          <CurrentAddress performer={performer} asked={name} />
          <ProfileContent key={performer._id} performer={performer} />
        </>
      )}
    </LoadedView>
  );
}
