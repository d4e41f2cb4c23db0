import { describe, expect, it } from 'vitest';
import { nameOfCut, sizeOfCut } from '#lib/device/cut-picture.ts';

describe('the cut of a picture', () => {
  it('is as large as its area, but never wider than the server keeps it', () => {
    const area = { x: 10, y: 20, width: 900, height: 300 };
    expect(sizeOfCut(area, 1280)).toEqual({ width: 900, height: 300 });
    expect(sizeOfCut({ ...area, width: 3840, height: 1280 }, 1280)).toEqual({ width: 1280, height: 427 });
    expect(sizeOfCut({ ...area, width: 3000, height: 1 }, 256)).toEqual({ width: 256, height: 1 });
  });

  it('keeps its name, and its ending unless that would name another format', () => {
    expect(nameOfCut('Me at the kiln.jpeg', 'image/jpeg')).toBe('Me at the kiln.jpeg');
    expect(nameOfCut('me.JPG', 'image/jpeg')).toBe('me.JPG');
    expect(nameOfCut('me.png', 'image/webp')).toBe('me.webp');
    expect(nameOfCut('my.new.photo', 'image/png')).toBe('my.new.png');
    expect(nameOfCut('.hidden', 'image/jpeg')).toBe('.hidden.jpg');
  });
});
