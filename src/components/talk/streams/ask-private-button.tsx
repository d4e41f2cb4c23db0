import VideoIcon from 'lucide-react/icons/video';
import { useEffect, useState } from 'react';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { getPrivateTerms } from '#services/talk/streams/private-streams.ts';
import { useApi } from '#state/hooks.ts';
import { IconButton } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { loginFirst } from '../../people/auth/login-first.ts';
import { LazyClient } from '../../base/lists/lazy-client.tsx';

const Ask = lazyPart(async () => (await import('./ask-private-dialog.tsx')).AskPrivateDialog);

/** Whether a creator takes private streams; false until it is known. */
function useTakes(performerId: string): boolean {
  const api = useApi();
  const [takes, setTakes] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    getPrivateTerms(api, { params: { id: performerId }, signal: stop.signal }).then(
      ({ isOpen }) => setTakes(isOpen),
      () => {},
    );
    return () => stop.abort();
  }, [api, performerId]);
  return takes;
}

/** On the profile of a creator who takes private streams: asks for one. */
export function AskPrivateButton({ performer }: { performer: Pick<PerformerCard, '_id' | 'name'> }) {
  const takes = useTakes(performer._id);
  const [isOpen, setIsOpen] = useState(false);
  if (!takes) return null;
  const ask = () => {
    if (loginFirst({ why: `ask ${performer.name} for a private stream` })) setIsOpen(true);
  };
  return (
    <>
      <IconButton label="Ask for a private stream" variant="secondary" onClick={ask}>
        <VideoIcon size={20} />
      </IconButton>
      {isOpen ? (
        <LazyClient skeleton={null}>
          <Ask performer={performer} onClose={() => setIsOpen(false)} />
        </LazyClient>
      ) : null}
    </>
  );
}
