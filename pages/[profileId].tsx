import { loadProfile } from '#features/people/profile/load-profile.ts';
import { ProfileView } from '#features/people/profile/profile-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(ProfileView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadProfile);
