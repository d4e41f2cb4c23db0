import { SitePostsView } from '#features/site/site-posts-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(SitePostsView, { noredirect: true, layout: 'public', width: 'feed' });
