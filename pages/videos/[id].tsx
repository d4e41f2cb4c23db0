import { VideoPage, loadVideo } from '#features/content/videos/video-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(VideoPage, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadVideo);
