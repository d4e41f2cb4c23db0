import { loadSitePost } from '#features/base/site/load-site-posts.ts';
import { SitePostView } from '#features/base/site/site-post-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(SitePostView, { noredirect: true, layout: 'public', width: 'feed' });
export const getServerSideProps = serverProps(loadSitePost);
