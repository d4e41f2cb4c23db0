import { pending } from './op.ts';

/** Galleries, photos, videos and products, for the creator (`/performer/…`) and for everybody. */
export const galleries = {
  'POST /performer/performer-assets/galleries': pending('performer', 'Make a gallery'),
  'GET /performer/performer-assets/galleries/search': pending('performer', 'The own galleries'),
  'PUT /performer/performer-assets/galleries/:id': pending('performer', 'Change a gallery'),
  'DELETE /performer/performer-assets/galleries/:id': pending('performer', 'Delete a gallery'),
  'GET /performer/performer-assets/galleries/:id/view': pending('performer', 'One own gallery'),
  'GET /performer-assets/galleries/search': pending('anyone', 'Find galleries'),
  'GET /performer-assets/galleries/:id/view': pending('anyone', 'One gallery'),
  'GET /reactions/galleries/bookmark': pending('user', 'Bookmarked galleries'),
};
export const photos = {
  'GET /performer/performer-assets/photos/search': pending('performer', 'The own photos'),
  'PUT /performer/performer-assets/photos/:id': pending('performer', 'Change a photo'),
  'DELETE /performer/performer-assets/photos/:id': pending('performer', 'Delete a photo'),
  'POST /performer/performer-assets/photos/upload': pending('performer', 'Upload a photo'),
  'POST /performer/performer-assets/photos/set-cover/:id': pending('performer', 'Make a photo the cover of its gallery'),
  'GET /performer-assets/photos/:performerId': pending('anyone', 'Photos of a creator'),
  'GET /performer-assets/photos': pending('anyone', 'Find photos'),
};
export const videos = {
  'GET /performer/performer-assets/videos/search': pending('performer', 'The own videos'),
  'POST /performer/performer-assets/videos/upload': pending('performer', 'Upload a video'),
  'PUT /performer/performer-assets/videos/edit/:id': pending('performer', 'Change a video'),
  'GET /performer/performer-assets/videos/:id/view': pending('performer', 'One own video'),
  'DELETE /performer/performer-assets/videos/:id': pending('performer', 'Delete a video'),
  'DELETE /performer/performer-assets/videos/remove-file/:id': pending('performer', 'Remove one file of a video'),
  'GET /performer-assets/videos/search': pending('anyone', 'Find videos'),
  'GET /performer-assets/videos/:id': pending('anyone', 'One video'),
};
export const products = {
  'POST /performer/performer-assets/products': pending('performer', 'Make a product'),
  'GET /performer/performer-assets/products/search': pending('performer', 'The own products'),
  'PUT /performer/performer-assets/products/:id': pending('performer', 'Change a product'),
  'DELETE /performer/performer-assets/products/:id': pending('performer', 'Delete a product'),
  'GET /performer/performer-assets/products/:id/view': pending('performer', 'One own product'),
  'GET /performer-assets/products/search': pending('anyone', 'Find products'),
  'GET /performer-assets/products/:id': pending('anyone', 'One product'),
  'GET /performer-assets/products/:id/download-link': pending('user', 'A short-lived address of a bought file'),
};
