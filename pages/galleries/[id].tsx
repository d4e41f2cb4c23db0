import { GalleryView } from '#features/galleries/gallery-view.tsx';
import { loadGallery } from '#features/galleries/load-gallery.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(GalleryView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadGallery);
