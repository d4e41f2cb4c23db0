import { loadSitePosts } from '#features/base/site/load-site-posts.ts';
import { SitePostsView } from '#features/base/site/site-posts-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(SitePostsView, { noredirect: true, layout: 'public', width: 'feed' });
export const getServerSideProps = serverProps(loadSitePosts);
