import { HomeRail } from '#features/content/home/home-rail.tsx';
import { HomePage, loadHome } from '#features/content/home/home-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(HomePage, { authenticate: true, width: 'feed', rail: HomeRail });
export const getServerSideProps = serverProps(loadHome);
