import { LandingPage, loadLanding } from '#features/base/landing/landing-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(LandingPage, { noredirect: true, onlyVisitor: true, layout: 'home' });
export const getServerSideProps = serverProps(loadLanding);
