import { TagView, loadTag } from '#features/across/tags/tag-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(TagView, { noredirect: true, layout: 'public', width: 'feed' });
export const getServerSideProps = serverProps(loadTag);
