import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Picture } from '#ui/content/picture.tsx';

const size = { url: '/media/f/1/640.webp', width: 640, height: 480 };

it('shows one frame of a picture that moves to those who want nothing to move by itself', () => {
  const { container } = render(
    <Picture alt="A wheel" sources={[{ ...size, still: '/media/f/1/still.webp' }]} />,
  );
  const source = container.querySelector('picture > source');
  expect(source?.getAttribute('media')).toBe('(prefers-reduced-motion: reduce)');
  expect(source?.getAttribute('srcset')).toBe('/media/f/1/still.webp');
  expect(container.querySelector('picture > img')?.getAttribute('src')).toBe(size.url);
});

it('leaves other pictures as they are', () => {
  const { container } = render(<Picture alt="A wheel" sources={[size]} />);
  expect(container.querySelector('picture')).toBeNull();
  expect(container.querySelector('img')).not.toBeNull();
});
