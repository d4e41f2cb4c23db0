import type { Stream } from '#contract/talk/streams/streams.ts';
import type { Api } from '#services/http/api.ts';
import { getStream } from '#services/talk/streams/streams.ts';

export interface StreamData {
  readonly stream: Stream;
}

export const loadStream = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<StreamData> => ({ stream: await getStream(api, { params: { id: query['id'] ?? '' } }) });
