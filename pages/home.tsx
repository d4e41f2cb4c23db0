import { HomeRail } from '#features/home/home-rail';
import { HomeView } from '#features/home/home-view';
import { loadHome } from '#features/home/load';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(HomeView, { authenticate: true, width: 'feed', rail: HomeRail });
export const getServerSideProps = serverProps(loadHome);
