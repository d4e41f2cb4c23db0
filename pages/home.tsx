import { HomeRail } from '#features/content/home/home-rail.tsx';
import { HomeView } from '#features/content/home/home-view.tsx';
import { loadHome } from '#features/content/home/load-home.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(HomeView, { authenticate: true, width: 'feed', rail: HomeRail });
export const getServerSideProps = serverProps(loadHome);
