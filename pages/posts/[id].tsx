import { loadSitePost } from '#features/site-posts/load';
import { SitePostView } from '#features/site-posts/site-post-view';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(SitePostView, { noredirect: true, layout: 'public', width: 'feed' });
export const getServerSideProps = serverProps(loadSitePost);
