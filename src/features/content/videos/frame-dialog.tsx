import { useEffect, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { formatDuration } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './studio-videos.module.css';

/** The current frame of the video as a JPEG. */
const captureFrame = (video: HTMLVideoElement): Promise<File | null> =>
  new Promise((resolve) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    canvas.toBlob(
      (blob) => resolve(blob && new File([blob], 'frame.jpg', { type: 'image/jpeg' })),
      'image/jpeg',
      0.92,
    );
  });

const jump = (video: HTMLVideoElement | null, seconds: number): void => {
  if (video) video.currentTime = seconds;
};

interface FilmProps {
  readonly src: string;
  readonly onElement: (video: HTMLVideoElement | null) => void;
  /** In seconds; 0 if unknown. */
  readonly onDuration: (seconds: number) => void;
  readonly onFailed: () => void;
}

function Film({ src, onElement, onDuration, onFailed }: FilmProps) {
  const measure = ({ currentTarget: { duration } }: SyntheticEvent<HTMLVideoElement>) =>
    onDuration(Number.isFinite(duration) ? duration : 0);
  return (
    <video
      ref={onElement}
      src={src}
      muted
      playsInline
      preload="auto"
      className={styles.film}
      aria-label="Video at the selected time"
      onLoadedMetadata={measure}
      onDurationChange={measure}
      onError={onFailed}
    />
  );
}

interface TimeSliderProps {
  readonly time: number;
  readonly duration: number;
  readonly onTime: (seconds: number) => void;
}

const TimeSlider = ({ time, duration, onTime }: TimeSliderProps) => (
  <label className={styles.moment}>
    <span>Time</span>
    <input
      type="range"
      min={0}
      max={duration || 1}
      step={0.1}
      value={time}
      disabled={duration === 0}
      aria-valuetext={formatDuration(time)}
      onChange={(event) => onTime(Number(event.target.value))}
    />
    <span className={styles.figure}>{formatDuration(time)}</span>
  </label>
);

export interface FrameDialogProps {
  /** A local file, or a URL on the server. */
  readonly film: File | string;
  readonly onFrame: (frame: File) => void;
  readonly onClose: () => void;
}

/** Picks a frame of a video as its thumbnail. */
export function FrameDialog({ film, onFrame, onClose }: FrameDialogProps) {
  const [src] = useState(() => (typeof film === 'string' ? film : URL.createObjectURL(film)));
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [time, setTime] = useState(0);
  const [duration, setDuration] = useState(0);
  const [failed, setFailed] = useState(false);
  const take = async () => {
    const frame = video && (await captureFrame(video));
    if (!frame) return setFailed(true);
    onFrame(frame);
    onClose();
    return undefined;
  };
  return (
    <Dialog
      open
      wide
      title="Choose a frame"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={duration === 0} onClick={() => void take()}>
            Use this frame
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        {failed ? (
          <Notice tone="danger" announce>
            Your browser can’t show this video. Upload a picture instead.
          </Notice>
        ) : null}
        <Film src={src} onElement={setVideo} onDuration={setDuration} onFailed={() => setFailed(true)} />
        <TimeSlider
          time={time}
          duration={duration}
          onTime={(seconds) => {
            setTime(seconds);
            jump(video, seconds);
          }}
        />
      </Stack>
    </Dialog>
  );
}
