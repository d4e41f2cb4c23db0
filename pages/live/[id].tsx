import { loadStream } from '#features/talk/live/watch/load-stream.ts';
import { StreamView } from '#features/talk/live/watch/stream-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(StreamView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadStream);
