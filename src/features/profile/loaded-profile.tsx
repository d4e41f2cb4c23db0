import UserRoundX from 'lucide-react/icons/user-round-x';
import type { ReactNode } from 'react';
import { useGetPerformerQuery } from '#state/api/creators.ts';
import { LoadedView } from '#components/lists/loaded-view.tsx';
import { NotFound } from '#components/lists/not-found.tsx';
import { useRouteParam } from '#components/lists/query-params.ts';
import { ProfileContent } from './profile-content.tsx';

/** Loads the profile of the current route, if the page was rendered without it. */
export function LoadedProfile({ skeleton }: { skeleton: ReactNode }) {
  const name = useRouteParam('profileId');
  const request = useGetPerformerQuery(name, { skip: name === '' });
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
      {(performer) => <ProfileContent key={performer._id} performer={performer} />}
    </LoadedView>
  );
}
