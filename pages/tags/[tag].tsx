import { TagView } from '#features/across/tags/tag-view.tsx';
import { loadTag } from '#features/across/tags/load-tag.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(TagView, { noredirect: true, layout: 'public', width: 'feed' });
export const getServerSideProps = serverProps(loadTag);
