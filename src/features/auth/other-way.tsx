import Link from 'next/link';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { samePathOnly } from '#config/routes';

/** From logging in to joining, or back: where one was sent here from isn't forgotten on the way. */
export function OtherWay({ to, children }: { to: string; children: ReactNode }) {
  const { from } = useRouter().query;
  const back = samePathOnly(typeof from === 'string' ? from : null);
  return <Link href={back ? `${to}?from=${encodeURIComponent(back)}` : to}>{children}</Link>;
}
