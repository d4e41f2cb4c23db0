import { useEffect } from 'react';
import { missingCode } from '#lib/device/missing-code.ts';
import { MissingCode } from '#ui/feedback/missing-code.tsx';

export const about = { alone: true };

export function SiteWasUpdated() {
  useEffect(() => missingCode.gone(), []);
  return <MissingCode />;
}
export function PartDidntLoad() {
  useEffect(() => missingCode.tell({}), []);
  return <MissingCode />;
}
