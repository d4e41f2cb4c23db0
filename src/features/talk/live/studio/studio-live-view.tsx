import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useCallback, useRef, useState } from 'react';
import type { Stream } from '#contract/talk/streams/streams.ts';
import type { StreamSettings } from '#contract/talk/streams/settings.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { useLeaveWarning } from '#components/base/files/use-leave-warning.ts';
import { selectSettings } from '#state/session/settings.ts';
import { useAppSelector } from '#state/hooks.ts';
import { getStreamSettings } from '#services/talk/streams/own-streams.ts';
import { getStream } from '#services/talk/streams/streams.ts';
import { useRead } from '#state/query/hooks.ts';
import '#state/streams/live-counts.ts';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Ended } from './ended.tsx';
import { OnAir } from './on-air.tsx';
import { OwnStreams } from './own-streams.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { StreamTab } from './stream-tab.tsx';
import { useBroadcast } from './use-broadcast.ts';
import { type OnTrack, useCapture } from '../devices/use-capture.ts';

const tabs = [
  { key: 'stream', label: 'Go live' },
  { key: 'streams', label: 'Your streams' },
  { key: 'settings', label: 'Settings' },
] as const;
const PrivateRequests = lazyPart(
  async () => (await import('../private/private-requests.tsx')).PrivateRequests,
);
type Tab = (typeof tabs)[number]['key'];

const leaving = 'You’re live. If you leave this page, viewers lose your picture.';

/** Camera and broadcast outlive the tab that shows them. */
function useLive() {
  const control = useBroadcast();
  const replace = useRef<OnTrack>(control.replaceTrack);
  const capture = useCapture((kind, track) => replace.current(kind, track));
  const [ended, setEnded] = useState<Stream | null>(null);
  const { finish } = control;
  const stopCamera = capture.stop;
  const onEnded = useCallback(
    (stream: Stream) => {
      setEnded(stream);
      stopCamera();
      void finish(stream);
    },
    [finish, stopCamera],
  );
  return { control, capture, ended, onEnded, again: () => setEnded(null) };
}

function Live({ settings, announced }: { settings: StreamSettings; announced: Stream | null }) {
  const { control, capture, ended, onEnded, again } = useLive();
  const { broadcast } = control;
  useLeaveWarning(broadcast !== null && broadcast.state !== 'encoder', leaving);
  const hasRequests = settings.privateEnabled;
  if (broadcast) return <OnAir {...{ broadcast, capture, hasRequests, onEnded }} />;
  if (ended) return <Ended stream={ended} onAgain={again} />;
  return <StreamTab settings={settings} announced={announced} capture={capture} control={control} />;
}

/** An announced stream from the URL that is to begin now. */
function useAnnounced(): { readonly isKnown: boolean; readonly stream: Stream | null } {
  const id = useQueryParams().get('begin');
  const { currentData, error } = useRead(getStream, id === '' ? null : { params: { id } });
  const stream = currentData?.state === 'scheduled' ? currentData : null;
  return { isKnown: id === '' || currentData !== undefined || error !== undefined, stream };
}

const Off = () => (
  <EmptyState title="Live streams are off" text="Live streams aren’t available on this site at the moment." />
);

function Studio({ settings }: { settings: StreamSettings }) {
  const params = useQueryParams();
  const { isKnown, stream: announced } = useAnnounced();
  const requested = params.get('tab');
  const tab: Tab = tabs.find(({ key }) => key === requested)?.key ?? 'stream';
  if (settings.media.kind === 'off') return <Off />;
  return (
    <Tabs
      label="Live"
      items={tabs}
      value={tab}
      onChange={(next) => params.set({ tab: next === 'stream' ? '' : next })}
    >
      {/* Always there, since a stream goes on while another tab is open. */}
      <div hidden={tab !== 'stream'}>
        {isKnown ? (
          <Live key={announced?._id ?? 'new'} settings={settings} announced={announced} />
        ) : (
          <LiveSkeleton />
        )}
        {settings.privateEnabled ? (
          <LazyClient skeleton={null}>
            <PrivateRequests />
          </LazyClient>
        ) : null}
      </div>
      {tab === 'streams' ? <OwnStreams /> : null}
      {tab === 'settings' ? <SettingsTab settings={settings} /> : null}
    </Tabs>
  );
}

const LiveSkeleton = () => (
  <Skeleton label="Loading">
    <Stack gap={16}>
      <SkeletonBlock height={40} width="100%" />
      <SkeletonBlock ratio={16 / 9} width="100%" />
    </Stack>
  </Skeleton>
);

function LoadedStudio() {
  const request = useRead(getStreamSettings);
  return (
    <LoadedView request={request} level={2} skeleton={<LiveSkeleton />}>
      {(settings) => <Studio settings={settings} />}
    </LoadedView>
  );
}

/** `/creator/live`. The tab is kept in the URL. */
export function StudioLiveView() {
  const { liveStreams: isAvailable } = useAppSelector(selectSettings);
  return (
    <Stack gap={24}>
      <PageHead title="Go live" unlisted />
      <PageHeader title="Live" />
      {isAvailable ? <LoadedStudio /> : <Off />}
    </Stack>
  );
}
