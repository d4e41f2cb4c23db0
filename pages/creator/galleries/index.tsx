import {
  StudioGalleriesView,
  loadStudioGalleries,
} from '#features/content/galleries/studio-galleries-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  StudioGalleriesView,
  { authenticate: true, onlyPerformer: true },
  loadStudioGalleries,
);
