import Mic from 'lucide-react/icons/mic';
import Pause from 'lucide-react/icons/pause';
import Square from 'lucide-react/icons/square';
import { formatDuration } from '#lib/format.ts';
import { voiceLimitText } from '#lib/voice/voice-length.ts';
import { Button, IconButton } from '#ui/content/button.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { LevelMeter } from './level-meter.tsx';
import type { Meter, useRecorder } from './use-recorder.ts';
import styles from './voice.module.css';

interface RefusedProps {
  readonly reason: string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Why nothing can be recorded, and what to do. */
export function Refused({ reason, onRetry, onClose }: RefusedProps) {
  return (
    <div className={styles.refused}>
      <Notice tone="danger" announce>
        {reason}
      </Notice>
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" data-next="" icon={<Mic size={18} />} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

interface RunningProps {
  readonly phase: 'recording' | 'paused';
  readonly meter: Meter;
  readonly maxSeconds: number;
  readonly recorder: Pick<ReturnType<typeof useRecorder>, 'pause' | 'resume' | 'finish'>;
}

/** While it records or pauses. */
export function Running({ phase, meter, maxSeconds, recorder }: RunningProps) {
  return (
    <>
      <LevelMeter levels={meter.levels} isLive={phase === 'recording'} />
      <span className={styles.elapsed} role="timer">
        {formatDuration(Math.floor(meter.seconds))}
        <VisuallyHidden> of at most {voiceLimitText(maxSeconds)}</VisuallyHidden>
      </span>
      {phase === 'recording' ? (
        <IconButton label="Pause recording" onClick={recorder.pause}>
          <Pause size={20} />
        </IconButton>
      ) : (
        <IconButton label="Resume recording" onClick={recorder.resume}>
          <Mic size={20} />
        </IconButton>
      )}
      <IconButton label="Stop recording" variant="soft" data-next="" onClick={recorder.finish}>
        <Square size={18} fill="currentColor" />
      </IconButton>
    </>
  );
}
