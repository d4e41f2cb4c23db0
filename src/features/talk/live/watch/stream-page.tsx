import type { Stream } from '#contract/talk/streams/streams.ts';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import type { Api } from '#services/http/api.ts';
import { getStream } from '#services/talk/streams/streams.ts';
import { StreamDetail } from './stream.tsx';

interface StreamData {
  readonly stream: Stream;
}

export const loadStream = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<StreamData> => ({ stream: await getStream(api, { params: { id: query['id'] ?? '' } }) });

/** `/live/[id]`. */
export function StreamPage({ stream: sent }: Partial<StreamData>) {
  const param = useRouteParam('id');
  const id = sent?._id ?? param;
  return <StreamDetail key={id} id={id} sent={sent} />;
}
