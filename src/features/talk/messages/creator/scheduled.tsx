import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';

const ScheduledBar = lazyPart(async () => (await import('./scheduled-list.tsx')).ScheduledBar);

/** The creator's messages to this fan that wait, once the page has nothing else to do. */
export function Scheduled({ conversationId }: { conversationId: string }) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle ? (
    <Suspense fallback={null}>
      <ScheduledBar conversationId={conversationId} />
    </Suspense>
  ) : null;
}
