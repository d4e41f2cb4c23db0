import { LandingView } from '#features/landing/landing-view';
import { loadLanding } from '#features/landing/load';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(LandingView, { noredirect: true, onlyVisitor: true, layout: 'home' });
export const getServerSideProps = serverProps(loadLanding);
