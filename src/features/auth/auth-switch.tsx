import { Link } from '#ui/content/link.tsx';
import type { ReactNode } from 'react';
import { useReturnAddress, withReturnAddress } from '#components/auth/return-address.ts';

/** From logging in to joining, or back: where one was sent here from isn't forgotten on the way. */
export const OtherWay = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link href={withReturnAddress(to, useReturnAddress())}>{children}</Link>
);
