import { CountryBlocked } from '#shell/access/closed.tsx';
import { page } from '#shell/pages/page.ts';
import { closedSiteProps } from '#shell/pages/server-props.ts';

export const getServerSideProps = closedSiteProps;

export default page(CountryBlocked, { noredirect: true, layout: 'blank' });
