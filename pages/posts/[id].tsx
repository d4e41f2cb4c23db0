import { loadSitePost } from '#features/site/load-site-posts.ts';
import { SitePostView } from '#features/site/site-post-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(SitePostView, { noredirect: true, layout: 'public', width: 'feed' });
export const getServerSideProps = serverProps(loadSitePost);
