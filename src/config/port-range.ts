import { z } from 'zod';

/** A port, or a range of them: `40000-40099`. 0 stands for any free ones. */
export const portRange = z
  .string()
  .regex(/^\d{1,5}(-\d{1,5})?$/, 'must be a port or a range of them like 40000-40099')
  .transform((range) => range.split('-').map(Number))
  .transform(([first = 0, last = first]) => ({ first, last }))
  .refine(
    ({ first, last }) => first <= last && last <= 65_535,
    'must go from a lower port to a higher one, up to 65535',
  )
  .refine(({ first, last }) => first > 0 || last === 0, 'must be a port or a range of them like 40000-40099');
export type PortRange = z.output<typeof portRange>;
