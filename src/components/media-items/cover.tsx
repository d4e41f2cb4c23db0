import { Picture, type PictureSource } from '#ui/content/picture.tsx';

/** Width to height of every cover. */
export const coverRatio = 3;
const widths = [640, 1280];

/** A public picture's address ends in its width, and every width is there: one address names all. */
export function coverSources(address: string | null): PictureSource[] {
  if (!address) return [];
  const sized = /^(.*\/media\/public\/.+\/)\d+(\.webp)$/.exec(address);
  if (!sized) return [{ url: address, width: 1280, height: Math.round(1280 / coverRatio) }];
  return widths.map((width) => ({
    url: `${sized[1]}${width}${sized[2]}`,
    width,
    height: Math.round(width / coverRatio),
  }));
}

/** A quiet pair of colours of the creator's own where there is no cover: the same ones each time. */
function coloursOf(id: string): string {
  const hue = Array.from(id).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 7);
  return `linear-gradient(120deg, hsl(${hue} 34% 66%), hsl(${(hue + 48) % 360} 38% 54%))`;
}

export interface CoverProps {
  readonly address: string | null;
  readonly id: string;
  /** CSS `sizes`. */
  readonly sizes: string;
  readonly priority?: boolean;
  readonly className?: string;
}

/** The wide picture on top of a profile or a creator's card. Decorative: the name stands beside it. */
export const Cover = ({ address, id, sizes, priority, className }: CoverProps) => (
  <div
    className={className}
    style={{ aspectRatio: coverRatio, overflow: 'hidden', background: address ? undefined : coloursOf(id) }}
  >
    {address ? (
      <Picture sources={coverSources(address)} alt="" ratio={coverRatio} sizes={sizes} priority={priority} />
    ) : null}
  </div>
);
