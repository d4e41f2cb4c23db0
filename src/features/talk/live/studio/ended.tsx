import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { formatDuration, formatTokens, plural } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import Radio from 'lucide-react/icons/radio';

/** What the stream came to. */
export const Ended = ({ stream, onAgain }: { stream: Stream; onAgain: () => void }) => (
  <EmptyState
    icon={<Radio size={28} />}
    title="Your stream has ended"
    text={`${formatDuration(stream.duration)} live · ${plural(stream.peak, 'viewer')} at peak · ${formatTokens(stream.tipped)} in tips`}
    action={
      <>
        <Button onClick={onAgain}>New stream</Button>
        {stream.replayVideoId ? (
          <ButtonLink href={routes.editVideo(stream.replayVideoId)}>Edit replay</ButtonLink>
        ) : null}
      </>
    }
  />
);
