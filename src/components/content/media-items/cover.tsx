import { Picture, type PictureSource } from '#ui/content/picture.tsx';

/** Width divided by height. */
export const coverRatio = 3;
const widths = [640, 960, 1280];

/**
 * The sources of a cover. URLs of public pictures end in their width, and every width exists, so one URL is
 * enough to derive the rest.
 */
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

/** A muted gradient derived from the creator's id, for creators without a cover. */
function makeGradient(id: string): string {
  const hue = Array.from(id).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 7);
  return `linear-gradient(120deg, hsl(${hue} 34% 66%), hsl(${(hue + 48) % 360} 38% 54%))`;
}

export interface CoverProps {
  readonly address: string | null;
  readonly id: string;
  /** As in the `sizes` attribute of an image. */
  readonly sizes: string;
  readonly priority?: boolean;
  readonly className?: string;
}

/** The wide picture of a profile or creator card. Decorative, because the name is next to it. */
export const Cover = ({ address, id, sizes, priority, className }: CoverProps) => (
  <div
    className={className}
    style={{
      aspectRatio: coverRatio,
      overflow: 'hidden',
      background: address ? undefined : makeGradient(id),
    }}
  >
    {address ? (
      <Picture sources={coverSources(address)} alt="" ratio={coverRatio} sizes={sizes} priority={priority} />
    ) : null}
  </div>
);
