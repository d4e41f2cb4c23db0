import { loadVideo } from '#features/video/load';
import { VideoView } from '#features/video/video-view';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(VideoView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadVideo);
