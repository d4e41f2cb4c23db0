import { ExplorePage, loadExplore } from '#features/across/explore/explore-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(ExplorePage, { noredirect: true, layout: 'public' });
export const getServerSideProps = serverProps(loadExplore);
