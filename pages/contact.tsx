import { ContactView } from '#features/base/site/contact-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(ContactView, { noredirect: true, layout: 'public', width: 'feed' });
/** No data of its own, but the frame has the operator's links. */
export const getServerSideProps = serverProps(async () => ({}));
