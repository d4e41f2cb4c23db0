import { PostItemView } from '#features/content/posts/post-view.tsx';
import { loadPostItem } from '#features/content/posts/load-post.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(PostItemView, { noredirect: true, layout: 'geoBlock', width: 'feed' });
export const getServerSideProps = serverProps(loadPostItem);
