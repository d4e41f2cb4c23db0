import { MediaGrid, type MediaGridItem } from '#ui/layout/media-grid.tsx';

const photo = (id: number, more: Partial<MediaGridItem> = {}): MediaGridItem => ({
  id: String(id),
  kind: 'photo',
  sources: [{ url: `/media/${id}.webp`, width: 640, height: 480 }],
  width: 1_200,
  height: 900,
  ...more,
});
const photos = (count: number) => Array.from({ length: count }, (_, at) => photo(at));
const nothing = () => undefined;

export const One = () => <MediaGrid items={photos(1)} onOpen={nothing} />;
export const Two = () => <MediaGrid items={photos(2)} onOpen={nothing} />;
export const Three = () => <MediaGrid items={photos(3)} onOpen={nothing} />;
export const Seven = () => <MediaGrid items={photos(7)} onOpen={nothing} />;
export const Video = () => (
  <MediaGrid items={[photo(1, { kind: 'video', duration: 192 })]} onOpen={nothing} />
);
export const Tall = () => <MediaGrid items={[photo(1, { width: 400, height: 1_600 })]} onOpen={nothing} />;
