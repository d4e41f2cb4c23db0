import { LivePage, loadLive } from '#features/talk/live/list/live-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(LivePage, { noredirect: true });
export const getServerSideProps = serverProps(loadLive);
