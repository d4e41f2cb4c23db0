import { ExploreView } from '#features/across/explore/explore-view.tsx';
import { loadExplore } from '#features/across/explore/load-explore.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(ExploreView, { noredirect: true, layout: 'public' });
export const getServerSideProps = serverProps(loadExplore);
