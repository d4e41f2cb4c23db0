import { loadVideo } from '#features/content/videos/load-video.ts';
import { VideoView } from '#features/content/videos/video-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(VideoView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadVideo);
