import { LiveView } from '#features/talk/live/list/live-view.tsx';
import { loadLive } from '#features/talk/live/list/load-live.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(LiveView, { noredirect: true });
export const getServerSideProps = serverProps(loadLive);
