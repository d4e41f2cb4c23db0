import { HelpPage, loadHelpPage } from '#features/base/site/site-post-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(HelpPage, { noredirect: true, layout: 'public', width: 'feed' });
export const getServerSideProps = serverProps(loadHelpPage);
