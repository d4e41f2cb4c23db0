import { Link } from '#ui/content/link.tsx';
import type { ReactNode } from 'react';
import { useReturnAddress, withReturnAddress } from '#components/people/auth/return-address.ts';

/** A link between login and registration that keeps the return path. */
export const OtherWay = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link href={withReturnAddress(to, useReturnAddress())}>{children}</Link>
);
