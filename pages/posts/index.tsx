import { SitePostsView } from '#features/site-posts/site-posts-view';
import { page } from '#shell/page';

export default page(SitePostsView, { noredirect: true, layout: 'public', width: 'feed' });
