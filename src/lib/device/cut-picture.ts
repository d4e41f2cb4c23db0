/** A part of a picture, in its own pixels as it is shown (turned by its EXIF orientation). */
export interface PictureArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The size of the cut: the area's, unless that is wider than `most`. */
export function sizeOfCut({ width, height }: PictureArea, most: number): { width: number; height: number } {
  const scale = Math.min(1, most / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** The name a picture keeps; only an ending that its new format contradicts is replaced. */
export function nameOfCut(name: string, type: string): string {
  const [, stem = name, ending = ''] = /^(.+)\.([A-Za-z0-9]{1,5})$/s.exec(name) ?? [];
  const wanted = endings[type] ?? 'png';
  const fits = ending.toLowerCase().replace('jpeg', 'jpg') === wanted;
  return fits ? name : `${stem}.${wanted}`;
}

const drawn = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.95));

/**
 * Cuts a part out of a loaded picture, at most `most` pixels wide. What can be transparent stays so: only
 * JPEG becomes JPEG again, and anything else WebP (PNG where the browser writes no WebP). Metadata is gone.
 * @throws Error when the browser can't draw it.
 */
export async function cutPicture(
  image: HTMLImageElement,
  file: File,
  { area, most }: { area: PictureArea; most: number },
): Promise<File> {
  const size = sizeOfCut(area, most);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  // A browser draws an image as it shows it, so its EXIF orientation is respected.
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
  const blob = await drawn(canvas, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp');
  if (!blob) throw new Error('no picture');
  return new File([blob], nameOfCut(file.name, blob.type), { type: blob.type });
}
