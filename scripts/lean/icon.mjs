// Replaces lucide-react's `Icon` in the bundles: the same SVG for half the work. See
// docs/decisions/0017-lean-icons.md.
import { createElement, forwardRef } from 'react';

/** The parts of an icon that are the same wherever it is rendered: class names and shapes. */
const known = new WeakMap();
function fixedOf(icon) {
  const found = known.get(icon);
  if (found) return found;
  const names = [icon.name, ...(icon.aliases ?? [])]
    .filter((name) => typeof name === 'string' && name !== '')
    .map((name) => `lucide-${name}`);
  const made = {
    className: [...new Set(['lucide', ...names])].join(' '),
    shapes: icon.node.map(([tag, attributes]) => createElement(tag, attributes)),
    box: `0 0 ${icon.size ?? 24} ${icon.size ?? 24}`,
  };
  known.set(icon, made);
  return made;
}

/** Whether the caller has given the icon a name or hidden it. */
function isNamed(props) {
  for (const name in props) if (name.startsWith('aria-') || name === 'role' || name === 'title') return true;
  return false;
}

const Icon = forwardRef(
  (
    {
      icon,
      color = 'currentColor',
      size = 24,
      width = size,
      height = size,
      strokeWidth = 2,
      className,
      children,
      ...rest
    },
    ref,
  ) => {
    const { className: own, shapes, box } = fixedOf(icon);
    return createElement(
      'svg',
      {
        ref,
        xmlns: 'http://www.w3.org/2000/svg',
        width,
        height,
        viewBox: box,
        fill: 'none',
        stroke: color,
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${own} ${className}` : own,
        ...(children || isNamed(rest) ? {} : { 'aria-hidden': 'true' }),
        ...rest,
      },
      shapes,
      children,
    );
  },
);

// oxlint-disable-next-line import/no-default-export -- the file it stands for has one
export { Icon as default };
