import { PostPage, loadPost } from '#features/content/posts/post-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(PostPage, { noredirect: true, layout: 'geoBlock', width: 'feed' });
export const getServerSideProps = serverProps(loadPost);
