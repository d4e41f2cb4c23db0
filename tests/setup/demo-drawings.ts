import sharp from 'sharp';
import { svg } from '#backend/demo/drawing/canvas.ts';
import { palettes } from '#backend/demo/drawing/palettes.ts';
import { type SceneName, scenes } from '#backend/demo/drawing/scenes.ts';
import { randomOf } from '#backend/demo/random.ts';

export const sceneNames = Object.keys(scenes) as SceneName[];
export const drawingSize = { width: 960, height: 720 } as const;

/** A picture of the demo as a PNG. The same name always gives the same picture. */
export async function drawing(name: SceneName): Promise<Uint8Array<ArrayBuffer>> {
  const random = randomOf(`drawing ${name}`);
  const view = {
    w: drawingSize.width,
    h: drawingSize.height,
    random,
    palette: random.pick(Object.values(palettes)),
  };
  const picture = sharp(Buffer.from(svg(view, scenes[name](view)))).flatten({ background: '#ffffff' });
  return new Uint8Array(await picture.png().toBuffer());
}

/** A picture that somebody saved smaller, worse, brighter and cut a little. */
export async function altered(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = drawingSize;
  return new Uint8Array(
    await sharp(bytes)
      .extract({ left: 6, top: 4, width: width - 12, height: height - 8 })
      .resize(500)
      .modulate({ brightness: 1.05 })
      .jpeg({ quality: 50 })
      .toBuffer(),
  );
}
