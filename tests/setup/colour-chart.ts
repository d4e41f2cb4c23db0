import sharp from 'sharp';

/** Eight colors as sRGB, in two rows of four. */
const chartFields = [
  [192, 64, 48],
  [48, 160, 80],
  [48, 80, 192],
  [220, 200, 60],
  [235, 190, 165],
  [90, 60, 45],
  [192, 192, 192],
  [40, 40, 40],
] as const;
const side = 160;
const width = side * 4;
const height = side * 2;
const placeOf = (at: number) => ({ x: (at % 4) * side, y: Math.floor(at / 4) * side });

/** The chart as an SVG of 640 by 320 pixels, to be encoded by sharp or, as a PNG, by ffmpeg. */
export const chartSvg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${chartFields
    .map((colour, at) => {
      const { x, y } = placeOf(at);
      return `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="rgb(${colour.join()})"/>`;
    })
    .join('')}</svg>`,
);

/** How far the middles of the fields are off in an encoded picture, at worst, of 255. */
export async function worstOf(picture: Uint8Array): Promise<number> {
  const { data, info } = await sharp(picture)
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Math.max(
    ...chartFields.flatMap((colour, at) => {
      const { x, y } = placeOf(at);
      const from = ((y + side / 2) * width + x + side / 2) * info.channels;
      return colour.map((part, index) => Math.abs(part - (data[from + index] ?? 999)));
    }),
  );
}
