import type { Performer } from '#contract/people/creators.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import type { Api } from '#services/http/api.ts';
import { searchStreams } from '#services/talk/streams/streams.ts';

/** Most scheduled streams that a profile shows. */
export const scheduledShown = 3;

/** The creator's live stream, then the scheduled ones. A profile is shown without them if they don't load. */
export async function loadStreams(
  api: Api,
  { _id, isLive }: Pick<Performer, '_id' | 'isLive'>,
): Promise<readonly Stream[]> {
  const asked = [
    ...(isLive ? [{ state: 'live' as const, performerId: _id, limit: 1 }] : []),
    { state: 'scheduled' as const, performerId: _id, limit: scheduledShown },
  ];
  const found = await Promise.all(asked.map((query) => searchStreams(api, { query }).catch(() => null)));
  return found.flatMap((page) => page?.data ?? []);
}
