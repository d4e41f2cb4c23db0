import { StreamPage, loadStream } from '#features/talk/live/watch/stream-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(StreamPage, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadStream);
