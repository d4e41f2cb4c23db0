import { loadSitePosts } from '#features/site/load-site-posts.ts';
import { SitePostsView } from '#features/site/site-posts-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(SitePostsView, { noredirect: true, layout: 'public', width: 'feed' });
export const getServerSideProps = serverProps(loadSitePosts);
