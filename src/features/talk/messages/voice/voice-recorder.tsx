import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { useLeaveWarning } from '#components/base/files/use-leave-warning.ts';
import { formatDuration } from '#lib/format.ts';
import { useAppSelector } from '#state/hooks.ts';
import { localVoice } from '#state/messages/voice/local-voice.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button, IconButton } from '#ui/content/button.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { Refused, Running } from './recorder-parts.tsx';
import { type Recorder, useRecorder } from './use-recorder.ts';
import { type VoiceDraft, type VoiceSending, useVoiceSending } from './use-voice-sending.ts';
import { VoicePlayer } from './voice-player.tsx';
import { VoicePrice } from './voice-price.tsx';
import styles from './voice.module.css';

export interface VoiceRecorderProps extends VoiceDraft {
  /** The recording can be sold, because a creator is writing to a fan. */
  readonly sells: boolean;
  /** Called when it was sent or discarded. */
  readonly onClose: () => void;
}

const question = 'Your voice message isn’t sent yet. If you leave this page, it’s lost.';
/** Shorter recordings are discarded without asking. */
const askAfterSeconds = 3;

const phaseText: Readonly<Record<Recorder['phase'], string>> = {
  asking: 'Allow the microphone to start recording',
  recording: 'Recording',
  paused: 'Recording paused',
  review: 'Recording finished. Listen to it, send it or discard it.',
  refused: '',
};

/** Moves focus to what comes next whenever the phase changes, because the pressed button may be gone. */
function useNextFocus(phase: Recorder['phase']) {
  const box = useRef<HTMLDivElement>(null);
  const group = phase === 'paused' ? 'recording' : phase;
  useEffect(() => {
    const all = box.current?.querySelectorAll<HTMLElement>('[data-next]');
    [...(all ?? [])].at(-1)?.focus();
  }, [group]);
  return box;
}

/** Asks before a recording of some length is discarded. */
function useDiscarding(seconds: number, { pause, discard }: { pause: () => void; discard: () => void }) {
  const [asking, setAsking] = useState(false);
  const ask = () => {
    if (seconds < askAfterSeconds) return discard();
    pause();
    return setAsking(true);
  };
  const dialog = asking ? (
    <LazyConfirmDialog
      open
      title="Discard this recording?"
      text={`${formatDuration(seconds)} of sound will be gone.`}
      confirmLabel="Discard recording"
      cancelLabel="Keep"
      onConfirm={discard}
      onClose={() => setAsking(false)}
    />
  ) : null;
  return { ask, dialog };
}

interface BeforeReviewProps {
  readonly notice: string;
  readonly sells: boolean;
  readonly sending: VoiceSending;
}

/** Above the recording: why it stopped by itself, and its price. */
const BeforeReview = ({ notice, sells, sending }: BeforeReviewProps) => (
  <>
    {notice ? (
      <Notice announce className={styles.notice}>
        {notice}
      </Notice>
    ) : null}
    {sells ? <VoicePrice {...sending} /> : null}
  </>
);

type Review = Extract<Recorder, { phase: 'review' }>;

/** What was recorded, to listen to before it is sent. */
function Reviewed({ recorded, url, onSend }: Pick<Review, 'recorded' | 'url'> & { onSend: () => void }) {
  const { blob, seconds, peaks } = recorded;
  const file = localVoice({ clientId: 'review', url, mime: blob.type, bytes: blob.size, seconds, peaks });
  return (
    <>
      <VoicePlayer label="Your recording" file={file} />
      <Button
        variant="primary"
        data-next=""
        icon={<SendHorizontal size={18} />}
        className={styles.send}
        onClick={onSend}
      >
        Send
      </Button>
    </>
  );
}

const recorderParts = (state: Recorder) => ({
  running: state.phase === 'recording' || state.phase === 'paused' ? state.phase : null,
  reviewed: state.phase === 'review' ? state : null,
});

interface RecordingProps extends Pick<VoiceRecorderProps, 'sells' | 'onClose'> {
  readonly recorder: ReturnType<typeof useRecorder>;
  readonly sending: VoiceSending;
}

/** From asking for the microphone to listening to what was recorded. */
function Recording({ recorder, sending, sells, onClose }: RecordingProps) {
  const { state, meter, maxSeconds } = recorder;
  const { phase } = state;
  const { running, reviewed } = recorderParts(state);
  useLeaveWarning(phase !== 'asking', question);
  const pause = () => void (running === 'recording' && recorder.pause());
  const { ask, dialog } = useDiscarding(reviewed?.recorded.seconds ?? meter.seconds, {
    pause,
    discard: onClose,
  });
  const send = ({ recorded, url }: Review) => void (sending.send(recorded, url) && onClose());
  return (
    <>
      {reviewed ? <BeforeReview notice={reviewed.notice} sells={sells} sending={sending} /> : null}
      <div className={styles.recorder}>
        <IconButton label={phase === 'asking' ? 'Cancel' : 'Discard recording'} onClick={ask}>
          <Trash2 size={20} />
        </IconButton>
        {phase === 'asking' ? <span className={styles.asking}>{phaseText.asking}</span> : null}
        {running ? <Running phase={running} {...{ meter, maxSeconds, recorder }} /> : null}
        {reviewed ? <Reviewed {...reviewed} onSend={() => send(reviewed)} /> : null}
      </div>
      <VisuallyHidden role="status">{phaseText[phase]}</VisuallyHidden>
      {dialog}
    </>
  );
}

/** Records a voice message in place of the message form: level meter, pause, discard, listen, send. */
export function VoiceRecorder({ sells, onClose, ...draft }: VoiceRecorderProps) {
  const recorder = useRecorder(useAppSelector(selectSettings).voiceMessageSeconds);
  const { state } = recorder;
  const box = useNextFocus(state.phase);
  const sending = useVoiceSending(draft, sells);
  return (
    <div ref={box} role="group" aria-label="Voice message">
      {state.phase === 'refused' ? (
        <Refused reason={state.reason} onRetry={recorder.retry} onClose={onClose} />
      ) : (
        <Recording {...{ recorder, sending, sells, onClose }} />
      )}
    </div>
  );
}
