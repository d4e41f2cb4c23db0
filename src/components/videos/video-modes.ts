import { useEffect, useState } from 'react';

/** iPhones put only the video itself over the whole screen. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Over the whole screen, and in a little window of its own. */
export function useWindowModes(frame: HTMLElement, video: HTMLVideoElement) {
  const [full, setFull] = useState(false);
  const [floating, setFloating] = useState(false);
  useEffect(() => {
    const update = () => {
      setFull(document.fullscreenElement === frame);
      setFloating(document.pictureInPictureElement === video);
    };
    document.addEventListener('fullscreenchange', update);
    video.addEventListener('enterpictureinpicture', update);
    video.addEventListener('leavepictureinpicture', update);
    return () => {
      document.removeEventListener('fullscreenchange', update);
      video.removeEventListener('enterpictureinpicture', update);
      video.removeEventListener('leavepictureinpicture', update);
    };
  }, [frame, video]);
  return {
    full,
    floating,
    canFloat: document.pictureInPictureEnabled === true,
    // A browser that refuses leaves things as they are.
    float: () =>
      void (floating ? document.exitPictureInPicture() : video.requestPictureInPicture()).catch(() => {}),
    toggleFull: () => {
      if (document.fullscreenElement === frame) void document.exitFullscreen().catch(() => {});
      else if (typeof frame.requestFullscreen === 'function') void frame.requestFullscreen().catch(() => {});
      else (video as PhoneVideo).webkitEnterFullscreen?.();
    },
  };
}

const restsMs = 2_500;

/**
 * True while it plays and nobody has moved a pointer or touched a key over it for a while: the controls step
 * aside.
 */
export function useIdle(frame: HTMLElement, playing: boolean): boolean {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stir = () => {
      setRests(false);
      clearTimeout(timer);
      timer = setTimeout(() => setRests(true), restsMs);
    };
    const leave = (event: PointerEvent) => void (event.pointerType === 'mouse' && setRests(true));
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const event of events) frame.addEventListener(event, stir);
    frame.addEventListener('pointerleave', leave);
    stir();
    return () => {
      clearTimeout(timer);
      for (const event of events) frame.removeEventListener(event, stir);
      frame.removeEventListener('pointerleave', leave);
    };
  }, [frame, playing]);
  return playing && rests;
}
