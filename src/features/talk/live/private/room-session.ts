import type { LiveState, Publication, Watching } from '#services/talk/live/live-types.ts';
import { joinStream, renewGrant } from '#services/talk/streams/streams.ts';
import type { SagaDeps } from '#state/deps.ts';

export interface RoomSession {
  readonly publication: Publication | null;
  readonly watched: readonly { readonly userId: string; readonly watching: Watching }[];
  stop(): void;
}
interface Wanted {
  readonly deps: Pick<SagaDeps, 'api' | 'liveClient'>;
  readonly streamId: string;
  /** Where the media of each of the others is played, in their order. */
  readonly videos: readonly HTMLVideoElement[];
  /** Opens camera and microphone, and gives null if that isn't possible. Null to join without them. */
  readonly openCamera: (() => Promise<MediaStream | null>) | null;
  readonly onState: (what: 'own' | 'other', state: LiveState) => void;
}
type Joined = Awaited<ReturnType<typeof joinStream>>;

/** There is no camera or microphone, and why has been said. */
export class NoCamera extends Error {}

/** The mock has a local picture for the other side, and needs no camera for one's own. */
async function ownMedia({ publish }: Joined, openCamera: Wanted['openCamera']): Promise<MediaStream | null> {
  if (!publish || !openCamera) return null;
  const media = await openCamera();
  if (media) return media;
  if (publish.kind === 'loopback') return new MediaStream();
  throw new NoCamera();
}

async function start(wanted: Wanted, joined: Joined, media: MediaStream | null): Promise<RoomSession> {
  const { deps, streamId, videos, onState } = wanted;
  const client = await deps.liveClient();
  const publication =
    joined.publish && media
      ? await client.publish({
          streamId,
          grant: joined.publish,
          media,
          renew: () => renewGrant(deps.api, { body: { streamId } }),
          onState: (state) => onState('own', state),
        })
      : null;
  const watched = await Promise.all(
    joined.watch.flatMap(({ userId, grant }, index) => {
      const video = videos[index];
      if (!video) return [];
      const renew = () => renewGrant(deps.api, { body: { streamId, watches: userId } });
      const onOther = (state: LiveState) => onState('other', state);
      return client
        .watch({ streamId, grant, renew, video, onState: onOther })
        .then((watching) => ({ userId, watching }));
    }),
  );
  const stop = () => {
    void publication?.stop();
    for (const { watching } of watched) void watching.stop();
  };
  return { publication, watched, stop };
}

/** Joins a private stream with camera and microphone, or only to watch. */
export async function openRoom(wanted: Wanted): Promise<RoomSession> {
  const joined = await joinStream(wanted.deps.api, { params: { id: wanted.streamId } });
  return start(wanted, joined, await ownMedia(joined, wanted.openCamera));
}
