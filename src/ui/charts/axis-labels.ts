/** Free space between two labels. */
const gap = 12;
/** What uPlot leaves free at the end of an axis by itself. */
const least = 25;

export interface AxisLabel {
  readonly label: string;
  /** Used instead of `label` where there isn't room for all labels. */
  readonly short?: string;
}

export interface AxisLabels {
  readonly texts: readonly string[];
  /** The least distance between two labeled points. */
  readonly space: number;
  /** What has to be free behind the last point, so that its label isn't cut off. */
  readonly end: number;
}

function layOut(texts: readonly string[], measureWidth: (text: string) => number): AxisLabels {
  const widest = Math.max(0, ...texts.map(measureWidth));
  return {
    texts,
    space: Math.ceil(widest) + gap,
    end: Math.max(least, Math.ceil(measureWidth(texts.at(-1) ?? '') / 2) + 2),
  };
}

/** The labels below the points of a chart: the long ones if each point has room for its own, else the short ones. */
export function axisLabels(
  points: readonly AxisLabel[],
  { room, measureWidth }: { room: number; measureWidth: (text: string) => number },
): AxisLabels {
  const long = layOut(
    points.map(({ label }) => label),
    measureWidth,
  );
  if ((room - long.end) / Math.max(1, points.length - 1) >= long.space) return long;
  return layOut(
    points.map(({ label, short }) => short ?? label),
    measureWidth,
  );
}
