import Mic from 'lucide-react/icons/mic';
import { Suspense, useRef, useState } from 'react';
import type { Ref } from 'react';
import { IconButton } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { VoiceRecorderProps } from './voice-recorder.tsx';
import styles from '../messages.module.css';

// Loaded when recording starts.
const VoiceRecorder = lazyPart(async () => (await import('./voice-recorder.tsx')).VoiceRecorder);

/** Opens the recorder. */
export const RecordButton = (props: { ref: Ref<HTMLButtonElement>; onClick: () => void }) => (
  <IconButton {...props} label="Record a voice message" className={styles.record}>
    <Mic size={20} />
  </IconButton>
);

/** The recorder, in place of the message form. */
export const RecorderPart = (props: VoiceRecorderProps) => (
  <Suspense fallback={<div className={styles.recorderSpace} />}>
    <VoiceRecorder {...props} />
  </Suspense>
);

/** Whether the recorder is open. Closing it returns focus to the button. */
export function useRecorderOpen() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    button,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      // It is hidden until the recorder is gone.
      requestAnimationFrame(() => button.current?.focus());
    },
  };
}
