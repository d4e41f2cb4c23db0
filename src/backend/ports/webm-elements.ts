/** Reads a number of one to eight bytes. `marked` keeps the length marker bit, which is part of an id. */
export function variable(data: DataView, at: number, marked: boolean): { value: number; length: number } {
  const first = data.getUint8(at);
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new RangeError('no number begins so');
  let value = marked ? first : first & (0xff >> length);
  for (let index = 1; index < length; index += 1) value = value * 256 + data.getUint8(at + index);
  return { value, length };
}

/** A whole number of up to eight bytes. */
export const whole = (data: DataView, at: number, size: number): number =>
  Array.from({ length: Math.min(size, 8) }, (_, index) => data.getUint8(at + index)).reduce(
    (value, byte) => value * 256 + byte,
    0,
  );
