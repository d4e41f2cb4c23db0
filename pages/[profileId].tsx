import { ProfilePage, loadProfile } from '#features/people/profile/profile-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(ProfilePage, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadProfile);
