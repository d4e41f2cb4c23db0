import { GalleryView } from '#features/gallery/gallery-view';
import { loadGallery } from '#features/gallery/load';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(GalleryView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadGallery);
