import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useBoxWidth } from '../hooks/use-box-width.ts';
import { useThemeName } from '../hooks/use-theme-name.ts';
import type { LineChartProps } from './line-chart.tsx';

const height = 260;
const axisWidth = 64;
const axisHeight = 28;
/** Counts and cents are whole. */
const wholeSteps = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 9 }, (_, zeros) => step * 10 ** zeros))
  .toSorted((a, b) => a - b);

const colorOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Axis, grid and lines in the theme's colors. */
function optionsOf(
  { points, format, labels }: Pick<LineChartProps, 'points' | 'format' | 'labels'>,
  { width, onLook }: { width: number; onLook: (at: number | null) => void },
): UPlot.Options {
  const axis = {
    stroke: colorOf('--muted'),
    grid: { stroke: colorOf('--border'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const primary = colorOf('--primary');
  const isShort = points.length <= 2;
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_plot, least, most) => [Math.min(0, least), most || 1] } },
    series: [
      {},
      { label: labels.now, stroke: primary, width: 2, points: { show: isShort } },
      {
        label: labels.before,
        stroke: colorOf('--muted'),
        width: 1.5,
        dash: [4, 4],
        points: { show: isShort },
      },
    ],
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: axisHeight,
        space: 80,
        incrs: [1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 100, 200],
        values: (_plot, at) => at.map((index) => points[index]?.label ?? ''),
      },
      {
        ...axis,
        size: axisWidth,
        incrs: wholeSteps,
        values: (_plot, values) => values.map((value) => format(value)),
      },
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onLook(idx ?? null)] },
  };
}

/** The lines themselves, drawn on a canvas. What they say is said beside them. */
export function LinePlot({
  points,
  format,
  labels,
  onLook,
}: LineChartProps & { onLook: (at: number | null) => void }) {
  const { box, width } = useBoxWidth();
  const theme = useThemeName();
  const look = useRef(onLook);
  useEffect(() => void (look.current = onLook), [onLook]);
  useEffect(() => {
    const target = box.current;
    if (!target || width === 0) return undefined;
    const plot = new UPlot(
      optionsOf({ points, format, labels }, { width, onLook: (at) => look.current(at) }),
      [points.map((_, at) => at), points.map(({ value }) => value), points.map(({ before }) => before)],
      target,
    );
    return () => plot.destroy();
    // The theme isn't used here, but its colors are.
  }, [points, format, labels, width, theme, box]);
  return <div ref={box} aria-hidden="true" />;
}
